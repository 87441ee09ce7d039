import { dlopen, FFIType, ptr } from "bun:ffi";
import { messageOf } from "../lib/assert.ts";

const LIBRARIES: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: "libc.so.6",
  darwin: "libSystem.B.dylib",
};
/** RLIMIT_CORE, on both. */
const CORE_LIMIT = 4;

/**
 * Sets the limit on core dumps of this process and its children to zero, for good: a crash must not write memory, with
 * its tokens and secrets, to a disk. Returns why it could not, or null.
 */
export function forbidCoreDumps(): string | null {
  const library = LIBRARIES[process.platform];
  if (library === undefined) return `the limit cannot be set on ${process.platform}`;
  try {
    const libc = dlopen(library, { setrlimit: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 } });
    try {
      // struct rlimit: the soft limit and the hard one, 64 bits each.
      const none = new BigUint64Array(2);
      return libc.symbols.setrlimit(CORE_LIMIT, ptr(none)) === 0 ? null : "setrlimit failed";
    } finally {
      libc.close();
    }
  } catch (error) {
    return messageOf(error);
  }
}
