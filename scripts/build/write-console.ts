import { join } from "node:path";
import { buildConsole } from "../../src/console/build-console.ts";
import { CODINGS } from "../../src/console/console-file.ts";
import type { EmbeddedConsole } from "../../src/console/embedded-console.ts";

/** Bundles the console and writes its files to `folder`, one per coding. `inputs` are the modules in the bundle. */
export async function writeConsole(folder: string): Promise<EmbeddedConsole & { readonly inputs: readonly string[] }> {
  const { files, ...built } = await buildConsole("smallest");
  const written = files.map(async ({ name, type, load }) => {
    const paths = { br: join(folder, `${name}.br`), gzip: join(folder, `${name}.gz`), identity: join(folder, name) };
    for (const coding of CODINGS) await Bun.write(paths[coding], await load(coding));
    return { name, type, paths };
  });
  return { ...built, files: await Promise.all(written) };
}
