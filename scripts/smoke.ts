/**
 * `npm run smoke [EXECUTABLE]`: checks that dist/needledrop works in isolation: with an empty environment, read-only folders
 * and an ordinary user. The last line is `N passed, N failed`.
 */
import { join, resolve } from "node:path";
import { IsolatedProgram, type ProgramResult } from "./smoke/isolated-program.ts";
import { Steps } from "./smoke/steps.ts";
import { checkServer } from "./smoke/check-server.ts";

const SONGS = [
  {
    id: "1",
    title: "Glass Harbour",
    bpm: 128,
    tags: { genre: ["electronic"], mood: ["tense"] },
    description: "A pulse.",
  },
  { id: "2", title: "Kitchen Window", bpm: 80, tags: { genre: ["folk"], mood: ["hopeful"], instrument: ["piano"] } },
];

/** So many that a thread builds the index. */
const OTHERS = Array.from({ length: 1_200 }, (_, number) => ({ id: `other-${number}`, title: `Other ${number}` }));

const root = join(import.meta.dir, "..");
const steps = new Steps();
const executable = resolve(process.argv[2] ?? join(root, "dist/needledrop"));
const program = await IsolatedProgram.create(executable);
try {
  const { version } = (await Bun.file(join(root, "package.json")).json()) as { readonly version: string };
  await steps.check("version names the version", async () => succeeded(await program.run("version"), version));
  await steps.check("licenses shows the GPL", async () =>
    succeeded(await program.run("licenses"), "GNU GENERAL PUBLIC LICENSE", "Source:"),
  );
  await steps.check("licenses --sbom is the bill of materials beside the executable", async () => {
    const { status, stdout } = await program.run("licenses", "--sbom");
    return status === 0 && stdout === (await Bun.file(`${executable}.cdx.json`).text());
  });
  await steps.check("doctor runs sharp, ffprobe and ffmpeg from inside", async () =>
    succeeded(await program.run("doctor"), "sharp", "ffprobe", "ffmpeg", "inside the executable"),
  );
  await steps.check("searches run in WebAssembly", async () =>
    succeeded(await program.run("doctor"), "ranking kernel: WebAssembly"),
  );
  await steps.check("import reads a dump", async () => {
    const dump = await program.input(
      "songs.jsonl",
      [...SONGS, ...OTHERS].map((song) => JSON.stringify(song)).join("\n"),
    );
    return succeeded(await program.run("import", dump));
  });
  await steps.check("search finds a song", async () =>
    succeeded(await program.run("search", "hopeful piano", "--json"), '"2"'),
  );
  let token = "";
  await steps.check("keys create creates a key", async () => {
    const created = await program.run("keys", "create", "--name", "smoke", "--mode", "live", "--images", "--json");
    token = (JSON.parse(created.stdout) as { readonly token: string }).token;
    return created.status === 0;
  });
  await checkServer(program, token, steps);
} finally {
  await program.dispose();
}
console.log(`${steps.passed} passed, ${steps.failed} failed`);
process.exitCode = steps.failed === 0 ? 0 : 1;

function succeeded(result: ProgramResult, ...words: readonly string[]): boolean {
  const missing = words.filter((word) => !result.stdout.includes(word));
  if (result.status === 0 && missing.length === 0) return true;
  throw new Error(`exit status ${result.status}, missing ${JSON.stringify(missing)}\n${result.stdout}${result.stderr}`);
}
