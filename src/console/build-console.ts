import { basename, join } from "node:path";
import { brotliCompress, constants, gzip } from "node:zlib";
import { promisify } from "node:util";
import { assert } from "../lib/assert.ts";
import type { Coding, ConsoleFile, ConsoleFiles } from "./console-file.ts";
import { oneFirstChunk } from "./one-first-chunk.ts";

const FOLDER = join(import.meta.dir, "app");
const ENTRIES = ["main.tsx", "main.css"];
/** A classic script, because a module would run after the first paint. */
const EARLY_ENTRIES = ["early.ts"];
const GZIP_LEVEL = 9;
/** Source runs compress on the first request, so they use a fast level. */
const BROTLI_LEVEL = { smallest: constants.BROTLI_MAX_QUALITY, fast: 5 } as const;
const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

export interface BuiltConsole extends ConsoleFiles {
  /** The modules in the bundle, for their licence notices. */
  readonly inputs: readonly string[];
}

/** Bundles the console from source. Throws AggregateError with the bundler's messages if that fails. */
export async function buildConsole(effort: keyof typeof BROTLI_LEVEL): Promise<BuiltConsole> {
  const plugins = [await oneFirstChunk(FOLDER)];
  const built = [await bundle(ENTRIES, { splitting: true, plugins }), await bundle(EARLY_ENTRIES, { format: "iife" })];
  const outputs = built.flatMap((one) => one.outputs);
  const files = await Promise.all(outputs.map((output) => consoleFile(output, effort)));
  const named = (start: string, end: string): string => {
    const found = files.find(({ name }) => name.startsWith(`${start}-`) && name.endsWith(end));
    assert(found !== undefined, `the build of the console has ${start}${end}`);
    return found.name;
  };
  return {
    script: named("main", ".js"),
    style: named("main", ".css"),
    early: named("early", ".js"),
    shared: built.flatMap(({ metafile }) => sharedWithScript(metafile)),
    pages: Object.fromEntries(built.flatMap(({ metafile }) => chunksOfPages(metafile))),
    files,
    inputs: built.flatMap((one) => Object.keys(one.metafile?.inputs ?? {})),
  };
}

/** Returns the names of the chunks that the script of the page imports. */
function sharedWithScript(metafile: Bun.BuildMetafile | undefined): readonly string[] {
  const outputs = Object.entries(metafile?.outputs ?? {});
  const script = outputs.find(([path]) => /^main-.*\.js$/.test(basename(path)))?.[1];
  const imports = script?.imports.filter(({ kind }) => kind === "import-statement") ?? [];
  return imports.map(({ path }) => basename(path));
}

/** Returns the chunks of each page that is loaded later, without those of the first view. */
function chunksOfPages(metafile: Bun.BuildMetafile | undefined): readonly (readonly [string, readonly string[]])[] {
  const first = new Set(sharedWithScript(metafile));
  return Object.entries(metafile?.outputs ?? {}).flatMap(([path, { entryPoint = "", imports }]) => {
    if (!entryPoint.endsWith("-page.tsx")) return [];
    const imported = imports.filter(({ kind }) => kind === "import-statement").map((one) => basename(one.path));
    return [
      [basename(entryPoint, ".tsx"), [path, ...imported].map((one) => basename(one)).filter((one) => !first.has(one))],
    ];
  });
}

async function bundle(entries: readonly string[], more: Partial<Bun.BuildConfig>): Promise<Bun.BuildOutput> {
  return await Bun.build({
    entrypoints: entries.map((name) => join(FOLDER, name)),
    root: FOLDER,
    target: "browser",
    minify: true,
    metafile: true,
    // A shared chunk can have the name of an entry, and is no entry.
    naming: { entry: "[name]-[hash].[ext]", chunk: "chunk-[hash].[ext]", asset: "[name]-[hash].[ext]" },
    ...more,
  });
}

async function consoleFile(output: Blob & { readonly path: string }, effort: keyof typeof BROTLI_LEVEL) {
  const name = basename(output.path);
  const type = TYPES[name.split(".").at(-1) ?? ""];
  assert(type !== undefined, `the console's file ${name} has a known type`);
  const bytes = new Uint8Array(await output.arrayBuffer());
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL[effort] };
  const contents: Readonly<Record<Coding, Uint8Array>> = {
    br: await brotli(bytes, { params }),
    gzip: await deflate(bytes, { level: GZIP_LEVEL }),
    identity: bytes,
  };
  const file: ConsoleFile = { name, type, load: async (coding) => contents[coding] };
  return file;
}
