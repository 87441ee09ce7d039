/**
 * `npm run smoke [EXECUTABLE]`: whether dist/needledrop works on a machine that has nothing else: empty environment,
 * read-only folders, an ordinary user. Ends with `N passed, N failed`.
 */
import { join, resolve } from "node:path";
import { Airtight, type Ended } from "./smoke/airtight.ts";
import { Steps } from "./smoke/steps.ts";
import { tryServer } from "./smoke/try-server.ts";

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

const root = join(import.meta.dir, "..");
const steps = new Steps();
const program = await Airtight.create(resolve(process.argv[2] ?? join(root, "dist/needledrop")));
try {
  const { version } = (await Bun.file(join(root, "package.json")).json()) as { readonly version: string };
  await steps.check("version names the version", async () => succeeded(await program.run("version"), version));
  await steps.check("licenses shows the GPL", async () =>
    succeeded(await program.run("licenses"), "GNU GENERAL PUBLIC LICENSE", "Source:"),
  );
  await steps.check("doctor runs sharp, ffprobe and ffmpeg from inside", async () =>
    succeeded(await program.run("doctor"), "sharp", "ffprobe", "ffmpeg", "inside the executable"),
  );
  await steps.check("searches run in WebAssembly", async () =>
    succeeded(await program.run("doctor"), "ranking kernel: WebAssembly"),
  );
  await steps.check("import takes a dump", async () => {
    const dump = await program.input("songs.jsonl", SONGS.map((song) => JSON.stringify(song)).join("\n"));
    return succeeded(await program.run("import", dump));
  });
  await steps.check("search finds a song", async () =>
    succeeded(await program.run("search", "hopeful piano", "--json"), '"2"'),
  );
  let token = "";
  await steps.check("keys create makes a key", async () => {
    const made = await program.run("keys", "create", "--name", "smoke", "--mode", "live", "--images", "--json");
    token = (JSON.parse(made.stdout) as { readonly token: string }).token;
    return made.status === 0;
  });
  await tryServer(program, token, steps);
} finally {
  await program.dispose();
}
console.log(`${steps.passed} passed, ${steps.failed} failed`);
process.exitCode = steps.failed === 0 ? 0 : 1;

function succeeded(ended: Ended, ...words: readonly string[]): boolean {
  const missing = words.filter((word) => !ended.stdout.includes(word));
  if (ended.status === 0 && missing.length === 0) return true;
  throw new Error(`exit status ${ended.status}, missing ${JSON.stringify(missing)}\n${ended.stdout}${ended.stderr}`);
}
