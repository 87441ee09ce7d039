import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Embedded } from "../../src/native/embedded.ts";
import { compressParts } from "./compress-parts.ts";
import { collectNotices } from "./notices.ts";
import type { BuildOptions } from "./options.ts";
import { replaceModules } from "./replace-modules.ts";

/** Makes the executable of `entry` at `options.outfile`. Throws when anything is missing or does not bundle. */
export async function buildExecutable(root: string, entry: string, options: BuildOptions): Promise<void> {
  const cache = join(root, ".cache", "native");
  const parts = await compressParts(options.target, root, cache);
  const notices = join(cache, `notices-${options.target}.txt`);
  const embedded: Embedded = { commit: commitOf(root), target: options.target, parts, notices };

  // Which packages go in is known only when all is bundled, so it is bundled once for the notices alone.
  await Bun.write(notices, "");
  const trial = await Bun.build(settings(root, entry, embedded));
  await Bun.write(notices, await collectNotices(Object.keys(trial.metafile?.inputs ?? {}), root));

  // Written beside and renamed: the executable in place may be running.
  const temporary = `${options.outfile}.${process.pid}`;
  await mkdir(dirname(options.outfile), { recursive: true });
  try {
    await Bun.build({
      ...settings(root, entry, embedded),
      compile: {
        target: `bun-${options.target}`,
        outfile: temporary,
        // The executable must not change with the folder that it is started in.
        autoloadDotenv: false,
        autoloadBunfig: false,
        autoloadTsconfig: false,
        autoloadPackageJson: false,
      },
    });
    await rename(temporary, options.outfile);
  } finally {
    await rm(temporary, { force: true });
  }
}

function settings(root: string, entry: string, embedded: Embedded): Bun.BuildConfig {
  return {
    entrypoints: [entry],
    root,
    target: "bun",
    metafile: true,
    // Embedded files keep their folders, so that those which are served lie apart from those which are not.
    naming: { asset: "[dir]/[name].[ext]" },
    // Elysia tells validation errors by the names of their classes: with other names it lets invalid input pass.
    minify: { whitespace: true, syntax: true, identifiers: false },
    plugins: [replaceModules(root, embedded)],
  };
}

/** The commit that is built, with a `+` when files differ from it; null outside a repository. */
function commitOf(root: string): string | null {
  const git = (...args: string[]): string | null => {
    if (Bun.which("git") === null) return null;
    const run = Bun.spawnSync(["git", ...args], { cwd: root, stdin: "ignore", stderr: "ignore" });
    return run.exitCode === 0 ? run.stdout.toString().trim() : null;
  };
  const commit = git("rev-parse", "--short=12", "HEAD");
  return commit === null ? null : `${commit}${git("status", "--porcelain") === "" ? "" : "+"}`;
}
