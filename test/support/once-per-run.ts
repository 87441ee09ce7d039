import { deserialize, serialize } from "node:v8";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";

/**
 * Returns what `make` returns, which is plain data. `npm test` names a folder for the run, in which the first file that needs it
 * leaves a copy for the others.
 */
export async function oncePerRun<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
  const shared = env["SHARED_TEST_FOLDER"];
  if (shared === undefined) return await make();
  const path = join(shared, name);
  if (existsSync(path)) return deserialize(readFileSync(path)) as Made;
  const made = await make();
  // Another file can write it at the same time.
  const copy = `${path}-${crypto.randomUUID()}`;
  writeFileSync(copy, serialize(made));
  renameSync(copy, path);
  return made;
}
