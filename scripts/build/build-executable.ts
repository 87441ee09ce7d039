import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { EmbeddedConsole } from "../../src/console/embedded-console.ts";
import type { Embedded } from "../../src/native/embedded.ts";
import { OWN_THREADS } from "../../src/native/own-thread.ts";
import manifest from "../../package.json" with { type: "json" };
import { billOfMaterials } from "./bill-of-materials.ts";
import { compressParts } from "./compress-parts.ts";
import { collectNotices } from "./notices.ts";
import type { BuildOptions } from "./options.ts";
import { replaceModules } from "./replace-modules.ts";
import { writeConsole } from "./write-console.ts";

/** What modules of packages see as their folder. None of them reads a file from it. */
const NO_FOLDER = "/needledrop";

/** Builds the executable from `entry` at `options.outfile`. Throws if a part is missing or the bundling fails. */
export async function buildExecutable(root: string, entry: string, options: BuildOptions): Promise<void> {
  const cache = join(root, ".cache", "native");
  const parts = await compressParts(options.target, root, cache);
  const notices = join(cache, `notices-${options.target}.txt`);
  const bill = join(cache, `bill-${options.target}.cdx.json`);
  const commit = commitOf(root);
  const embedded: Embedded = { commit, target: options.target, parts, notices, bill };

  const files = await writeConsole(join(root, ".cache", "console"));

  // The included packages are known only after bundling, so a first build collects their licence notices and the bill.
  await Bun.write(notices, "");
  await Bun.write(bill, "");
  const trial = await Bun.build(settings(root, entry, embedded, files));
  const inputs = [...Object.keys(trial.metafile?.inputs ?? {}), ...files.inputs];
  await Bun.write(notices, await collectNotices(inputs, root));
  const { target } = options;
  const materials = billOfMaterials({ root, target, inputs, parts, version: manifest.version, commit });
  await Bun.write(bill, materials);
  await Bun.write(`${options.outfile}.cdx.json`, materials);

  // Written to a temporary folder and renamed, because the existing executable may be running. The executable contains the
  // name of the file that Bun writes, so it is always the same.
  const temporary = `${options.outfile}.${process.pid}`;
  const written = join(temporary, "needledrop");
  await mkdir(temporary, { recursive: true });
  try {
    await Bun.build({
      ...settings(root, entry, embedded, files),
      compile: {
        target: `bun-${options.target}`,
        outfile: written,
        // The executable must behave the same in every working directory.
        autoloadDotenv: false,
        autoloadBunfig: false,
        autoloadTsconfig: false,
        autoloadPackageJson: false,
      },
    });
    await rename(written, options.outfile);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

function settings(root: string, entry: string, embedded: Embedded, files: EmbeddedConsole): Bun.BuildConfig {
  return {
    entrypoints: [entry, ...OWN_THREADS.map((module) => join(root, "src", module))],
    root,
    target: "bun",
    metafile: true,
    // Embedded files keep their folders, so that served files are separate from the others.
    naming: { asset: "[dir]/[name].[ext]" },
    // Elysia recognises validation errors by class name. With minified names it would accept invalid input.
    // A child process reads only the code of its own command (src/cli/child-commands.ts).
    splitting: true,
    minify: { whitespace: true, syntax: true, identifiers: false },
    // Bun writes the folder of the build machine into modules that read these names, so no two folders build the same.
    define: { __dirname: JSON.stringify(NO_FOLDER), __filename: JSON.stringify(join(NO_FOLDER, "module.js")) },
    plugins: [replaceModules(root, embedded, files)],
  };
}

/** Returns the current commit, with a `+` if files differ from it. Null outside a repository. */
function commitOf(root: string): string | null {
  const git = (...args: string[]): string | null => {
    if (Bun.which("git") === null) return null;
    const run = Bun.spawnSync(["git", ...args], { cwd: root, stdin: "ignore", stderr: "ignore" });
    return run.exitCode === 0 ? run.stdout.toString().trim() : null;
  };
  const commit = git("rev-parse", "--short=12", "HEAD");
  return commit === null ? null : `${commit}${git("status", "--porcelain") === "" ? "" : "+"}`;
}
