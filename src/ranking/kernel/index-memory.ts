import { BLOCK_SIZE } from "../packed-format.ts";
import { FOUND_MAX } from "./scanner.ts";
import { compiledKernel, type KernelExports } from "./compiled-kernel.ts";

const PAGE_BYTES = 65_536;
const WORD_BYTES = 4;

const SUMS_BYTES = BLOCK_SIZE * 2 * WORD_BYTES;
const LIST_BYTES = FOUND_MAX * WORD_BYTES;

/** Byte offsets of the scratch space at the beginning of the memory. The index follows it. */
export const SCRATCH = {
  sums: 0,
  found: SUMS_BYTES,
  earned: SUMS_BYTES + LIST_BYTES,
  doubts: SUMS_BYTES + 2 * LIST_BYTES,
  plan: SUMS_BYTES + 3 * LIST_BYTES,
  screen: SUMS_BYTES + 4 * PAGE_BYTES,
  end: SUMS_BYTES + 5 * PAGE_BYTES,
} as const;

/**
 * Memory for an index's bytes, to be filled and then opened. With a kernel the bytes are in its memory, so that nothing
 * is stored twice.
 */
export interface IndexMemory {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly kernel: KernelExports | null;
}

/**
 * Allocates memory for an index: WebAssembly's memory, or plain memory without WebAssembly or without enough address
 * space.
 */
export function indexMemory(byteLength: number): IndexMemory {
  const module = compiledKernel();
  if (module === null) return plainMemory(byteLength);
  const pages = Math.ceil((SCRATCH.end + byteLength) / PAGE_BYTES);
  try {
    // A fixed size, because growing would detach every view of the index.
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const kernel = module.instantiate(memory);
    return { bytes: new Uint8Array(memory.buffer, SCRATCH.end, byteLength), kernel };
  } catch (error) {
    if (error instanceof RangeError || error instanceof WebAssembly.LinkError) return plainMemory(byteLength);
    throw error;
  }
}

/** Memory for the plain scanner. */
function plainMemory(byteLength: number): IndexMemory {
  return { bytes: new Uint8Array(byteLength), kernel: null };
}
