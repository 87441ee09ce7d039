/** `npm run build`: builds the executable with all native parts and files embedded. */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { messageOf } from "../src/lib/assert.ts";
import { buildExecutable } from "./build/build-executable.ts";
import { type BuildOptions, parseOptions, USAGE } from "./build/options.ts";

const BAD_USAGE = 2;
const root = join(import.meta.dir, "..");

function readOptions(): BuildOptions {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${messageOf(error)}\n${USAGE}`);
    return process.exit(BAD_USAGE);
  }
}

const options = readOptions();
const outfile = resolve(root, options.outfile);
const started = performance.now();
try {
  await buildExecutable(root, join(root, "src/main.ts"), { ...options, outfile });
  const megabytes = (statSync(outfile).size / 1e6).toFixed(1);
  console.log(`${options.outfile}: ${megabytes} MB, in ${((performance.now() - started) / 1000).toFixed(1)} s`);
} catch (error) {
  console.error(error instanceof AggregateError ? error.errors.map(String).join("\n") : messageOf(error));
  process.exitCode = 1;
}
