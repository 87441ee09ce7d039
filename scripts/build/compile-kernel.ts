import { join } from "node:path";
import { compileAssemblyScript } from "../lib/compile-assembly-script.ts";

export const KERNEL_FOLDER = join(import.meta.dir, "../../src/ranking/kernel");

/** The loops over postings need no runtime. The memory is imported: the index creates it. */
const OPTIONS = [
  "-O3",
  "--noAssert",
  "--runtime",
  "stub",
  "--importMemory",
  "--enable",
  "simd",
  "--enable",
  "bulk-memory",
];

/** Compiles src/ranking/kernel/kernel.as. Returns the WebAssembly and the text of the module that embeds it. Throws compile errors. */
export async function compileKernel(): Promise<{ readonly bytes: Uint8Array; readonly module: string }> {
  const source = await Bun.file(join(KERNEL_FOLDER, "kernel.as")).text();
  const bytes = await compileAssemblyScript(source, OPTIONS);
  const base64 = Buffer.from(bytes).toString("base64");
  return {
    bytes,
    module: `/** Generated from kernel.as by \`bun scripts/build-kernel.ts\`: WebAssembly in base64, so that every bundle carries it. */\nexport const KERNEL_BASE64 =\n  "${base64}";\n`,
  };
}
