import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { grantFor, type MediaTarget, signUrl, type UrlSigner } from "../../src/media/signed-url.ts";
import { renderParts } from "../../src/sound/render-song.ts";
import { demoLines, demoSong } from "../sound/demo-songs.ts";
import { BASE_URL, HttpApp } from "../support/http-app.ts";

const SONG = "nd-0050";
const RENDER_WITHIN_MS = 30_000;

let app: HttpApp;
let keyId: string;
beforeAll(async () => {
  const dump = demoLines.map((line) => JSON.parse(line)).filter((line) => line.id === SONG);
  app = await HttpApp.create({ dump, isDemonstration: true });
  keyId = app.key({ mode: "live" }).key.id;
});
afterAll(() => app.close());

async function open(target: MediaTarget, headers: Record<string, string> = {}): Promise<Response> {
  const signer: UrlSigner = { baseUrl: BASE_URL, secret: app.secret };
  return await app.ask(signUrl(signer, target, grantFor(keyId, null, app.time.now())), { headers });
}

const kept = (): Promise<string[]> => Array.fromAsync(new Bun.Glob("data/generated/*/*.wav").scan({ cwd: app.folder }));

test(
  "a file of the demonstration catalog is rendered on its first request, once, and stored",
  async () => {
    const target: MediaTarget = { kind: "wav", audioFileId: `${SONG}-main` };
    expect(await kept()).toEqual([]);
    const [one, other] = await Promise.all([open(target), open(target)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.headers.get("content-type")).toBe("audio/wav");
    expect(one.headers.get("content-disposition")).toContain(`filename="Visiting Hours Are Over - Full mix.wav"`);
    const bytes = await one.bytes();
    expect(bytes).toEqual(new Uint8Array(renderParts(demoSong(SONG), ["main"]).get("main") ?? []));
    expect((await other.bytes()).length).toBe(bytes.length);
    expect((await kept()).length).toBe(1);

    const part = await open(target, { range: "bytes=0-3" });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe("RIFF");
    expect((await kept()).length).toBe(1);
  },
  RENDER_WITHIN_MS,
);

test("a start removes the folder of songs that earlier builds rendered", async () => {
  const former = await app.file("data/media/sound/0123.wav", "RIFF");
  await app.services.prepare();
  expect(existsSync(dirname(former))).toBe(false);
  expect((await kept()).length).toBe(1);
});

test("a live key gets links to the WAVs of the demonstration catalog", async () => {
  const { token } = app.key({ mode: "live" });
  const response = await app.ask(`/v1/songs/${SONG}`, { token });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain(`/v1/audio_files/${SONG}-main/full.wav`);
});
