import { join, resolve } from "node:path";
import type { BunPlugin } from "bun";

/** What every lazy page shares with the first view, by importing the frame. */
const FRAME = "frame/frame.tsx";
const LAZY_IMPORT = /\bimport\("(\.[^"]+\.tsx)"\)/g;

/**
 * Returns a plugin that puts everything of the first view into one chunk. Bun makes a chunk for every set of entries that share
 * a module, which made twelve; the browser knew of them only when it had read the script. A page that is loaded later imports
 * the frame here, which is loaded by then, so that every page shares the same modules with the first view.
 *
 * @param folder the sources of the console
 */
export async function oneFirstChunk(folder: string): Promise<BunPlugin> {
  const lazy = await lazyModules(folder);
  return {
    name: "one-first-chunk",
    setup(build) {
      build.onLoad({ filter: /\.tsx$/ }, async ({ path }) => {
        const source = await Bun.file(path).text();
        if (!lazy.has(path)) return { contents: source, loader: "tsx" };
        return { contents: `import ${JSON.stringify(join(folder, FRAME))};\n${source}`, loader: "tsx" };
      });
    },
  };
}

/** Returns the paths of the components that are loaded when they are needed. */
async function lazyModules(folder: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for await (const path of new Bun.Glob("**/*.{ts,tsx}").scan({ cwd: folder, absolute: true })) {
    const source = await Bun.file(path).text();
    for (const [, name = ""] of source.matchAll(LAZY_IMPORT)) found.add(resolve(path, "..", name));
  }
  return found;
}
