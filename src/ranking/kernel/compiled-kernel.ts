import { once } from "../../lib/once.ts";
import { KERNEL_BASE64 } from "./kernel-bytes.ts";

/** The exports of kernel.as. Pointers are byte offsets into the memory. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  placeScratch(sums: number, songs: number, found: number, earned: number, doubt: number, foundMax: number): void;
  placeIndex(locals: number, impacts: number, runBlocks: number, runEnds: number): void;
  add(plan: number, asks: number, block: number): void;
  placeScreen(fileEnds: number, tests: number, ofSong: number, ofVersion: number): void;
  cutCount(): number;
  sweep(block: number, to: number, floor: number, doubt: number, score: number): number;
  clear(): void;
  nearest(rows: number, query: number, from: number, to: number, floor: number): number;
  judge(count: number, doubt: number, score: number): number;
}

export interface CompiledKernel {
  /** Throws RangeError or LinkError if the system has no memory left. */
  instantiate(memory: WebAssembly.Memory): KernelExports;
}

const compiled = once(() => ({ kernel: compile() }));

/** The compiled kernel, or null without WebAssembly SIMD. */
export function compiledKernel(): CompiledKernel | null {
  return compiled().kernel;
}

function compile(): CompiledKernel | null {
  if (typeof WebAssembly === "undefined") return null;
  try {
    const bytes = Uint8Array.from(atob(KERNEL_BASE64), (letter) => letter.charCodeAt(0));
    const module = new WebAssembly.Module(bytes);
    return {
      instantiate: (memory) => {
        const { exports } = new WebAssembly.Instance(module, { env: { memory } });
        // The bytes are ours, and a test compiles their source, so the exports are known.
        return exports as unknown as KernelExports;
      },
    };
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return null;
    throw error;
  }
}
