/** `bun scripts/build-kernel.ts`: compiles src/ranking/kernel/kernel.as to kernel-bytes.ts in the same folder. */
import { join } from "node:path";
import { compileKernel, KERNEL_FOLDER } from "./build/compile-kernel.ts";

const path = join(KERNEL_FOLDER, "kernel-bytes.ts");
const { bytes, module } = await compileKernel();
await Bun.write(path, module);
console.log(`${path}: ${bytes.length} bytes of WebAssembly`);
