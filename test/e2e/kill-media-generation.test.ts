import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { Database } from "bun:sqlite";
import { readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { musicWav } from "../media/make/sound.ts";
import { Appliance } from "../support/appliance.ts";

setDefaultTimeout(120_000);

const POLL_MS = 20;
const SONGS = 2;
/** For each song: MP3, watermarked MP3 and peaks of the mix and of the stem, its structure, and one stem archive. */
const FILES = SONGS * 8;

let appliance: Appliance;
beforeAll(async () => {
  appliance = await Appliance.create();
  const songs = Array.from({ length: SONGS }, (_, index) => ({
    id: `${index}`,
    title: `Song ${index}`,
    audio_files: [
      { id: `${index}-mix`, wav: `${index}.wav` },
      { id: `${index}-drums`, description: "Drums", stem: true, wav: `${index}-drums.wav` },
    ],
  }));
  for (const { id } of songs) {
    await writeFile(join(appliance.folder, `${id}.wav`), musicWav(20 + Number(id)));
    await writeFile(join(appliance.folder, `${id}-drums.wav`), musicWav(10 + Number(id), { channels: 1 }));
  }
  const dump = await appliance.file("catalog.jsonl", songs.map((song) => JSON.stringify(song)).join("\n"));
  expect((await appliance.run("import", dump)).status).toBe(0);
});
afterAll(() => appliance.remove());

test("kill -9 while media are generated leaves no incomplete file, and the next start continues", async () => {
  for (const seen of [1, 5]) {
    const server = await appliance.serve();
    while ((await rows()).length < seen || (await filesIn("tmp")).length === 0) await Bun.sleep(POLL_MS);
    await server.kill();
    await expectCompleteFiles();
  }
  const restarted = await appliance.serve();
  while ((await rows()).length < FILES) await Bun.sleep(POLL_MS);
  await expectCompleteFiles();
  expect(await restarted.stop()).toBe(0);
  expect(await filesIn("tmp")).toEqual([]);
  expect((await rows()).every((row) => row.error === null)).toBe(true);
  const doctor = await appliance.run("doctor");
  expect(doctor.stdout).toContain("4 mp3, 4 peaks, 2 stems, 2 structure, 4 watermarked");
});

/** Expects a file for every row, with a content that matches its digest. */
async function expectCompleteFiles(): Promise<void> {
  for (const { ref } of await rows()) {
    const [digest = "", extension] = ref?.slice("store:".length).split(".") ?? [];
    const path = join(appliance.data, "generated", digest.slice(0, 2), `${digest}.${extension}`);
    expect(new Bun.CryptoHasher("sha256").update(await Bun.file(path).bytes()).digest("hex")).toBe(
      basename(path, `.${extension}`),
    );
  }
}

async function rows(): Promise<readonly { readonly ref: string | null; readonly error: string | null }[]> {
  const db = new Database(join(appliance.data, "needledrop.db"), { readonly: true });
  try {
    return db.query<{ ref: string | null; error: string | null }, []>("SELECT ref, error FROM media_made").all();
  } finally {
    db.close();
  }
}

async function filesIn(name: string): Promise<readonly string[]> {
  const names = await readdir(join(appliance.data, "generated", name), { recursive: true }).catch(() => []);
  return names.filter((one) => /\.\w+$/.test(one));
}
