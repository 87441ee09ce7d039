import { join } from "node:path";
import { compileAssemblyScript } from "../../lib/compile-assembly-script.ts";

const OPTIONS = ["-O3", "--noAssert", "--runtime", "stub", "--importMemory", "--enable", "simd"];
const PAGE_BYTES = 65_536;
const PAGES_MAX = 65_535;
/** The first bytes of the memory are not used, so that no pointer is 0. */
const START = 1024;

/** Widths of rows in the memory are multiples of this. */
export const LANES = 16;

/** The functions of products.as. Pointers are offsets into the memory, in bytes. */
interface Products {
  scores(row: number, weights: number, classes: number, width: number, out: number): void;
  addTo(row: number, to: number, width: number, factor: number): void;
}

export interface ProductKernel extends Products {
  /** Returns the offset of a new area of `count` floats, which are 0. */
  take(count: number): number;
  /** Returns the floats at an offset. Do not keep them: the next `take` can move the memory. */
  floatsAt(offset: number, count: number): Float32Array;
}

/** Compiles products.as. Single precision with a fixed order of additions: the results are the same on every machine. */
export async function productKernel(): Promise<ProductKernel> {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: PAGES_MAX });
  const instance = await WebAssembly.instantiate(await compile(), { env: { memory } });
  // A test runs both functions, so the exports are known.
  const products = instance.exports as unknown as Products;
  let end = START;
  return {
    scores: (row, weights, classes, width, out) => products.scores(row, weights, classes, width, out),
    addTo: (row, to, width, factor) => products.addTo(row, to, width, factor),
    take: (count) => {
      const offset = end;
      end += Math.ceil(count / LANES) * LANES * Float32Array.BYTES_PER_ELEMENT;
      const missing = end - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
      return offset;
    },
    floatsAt: (offset, count) => new Float32Array(memory.buffer, offset, count),
  };
}

async function compile(): Promise<WebAssembly.Module> {
  const source = await Bun.file(join(import.meta.dir, "products.as")).text();
  return new WebAssembly.Module(await compileAssemblyScript(source, OPTIONS));
}
