import { dlopen, FFIType, ptr } from "bun:ffi";
import { messageOf } from "../lib/assert.ts";

const LIBRARIES: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: "libc.so.6",
  darwin: "libSystem.B.dylib",
};
/** RLIMIT_CORE on both platforms. */
const CORE_LIMIT = 4;

/**
 * Permanently disables core dumps of this process and its children: a crash must not write tokens and secrets in memory to a
 * disk. Returns null, or the reason if it fails.
 */
export function forbidCoreDumps(): string | null {
  const library = LIBRARIES[process.platform];
  if (library === undefined) return `the limit cannot be set on ${process.platform}`;
  try {
    const libc = dlopen(library, { setrlimit: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 } });
    try {
      // struct rlimit: the soft and the hard limit, 64 bits each.
      const zero = new BigUint64Array(2);
      return libc.symbols.setrlimit(CORE_LIMIT, ptr(zero)) === 0 ? null : "setrlimit failed";
    } finally {
      libc.close();
    }
  } catch (error) {
    return messageOf(error);
  }
}
