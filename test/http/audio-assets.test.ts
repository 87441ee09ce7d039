import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assetSounds } from "../../schema/tables/service/assets.ts";
import { ledger } from "../../schema/tables/service/ledger.ts";
import { AccountDocument } from "../../schema/wire/account.ts";
import { AssetDocument } from "../../schema/wire/asset.ts";
import { SearchResult } from "../../schema/wire/search.ts";
import type { AudioPrograms } from "../../src/audio/measure-audio.ts";
import type { CreatedKey } from "../../src/keys/manage-keys.ts";
import { DAY_MS, MINUTE_MS } from "../../src/lib/clock.ts";
import { HttpApp } from "../support/http-app.ts";
import { pictureBytes } from "../support/pictures-and-films.ts";
import {
  audioPrograms,
  convertSound,
  recordSoundingFiles,
  soundingDump,
  synthesiseSound,
  writeSoundingFiles,
} from "../support/sounding-music.ts";
import { documentOf } from "./checked.ts";
import { errorsOf } from "./error-document.ts";
import { writeNow } from "../support/write-now.ts";

/** The tests start processes on a machine that may be busy. */
setDefaultTimeout(120_000);

const UNKNOWN = "application/octet-stream";
const CALLBACK = "https://127.0.0.1/hook";

let app: HttpApp;
let programs: AudioPrograms;
let music: string;
let key: CreatedKey;
let plain: CreatedKey;
beforeAll(async () => {
  programs = await audioPrograms();
  app = await HttpApp.create({ settings: { "callback-allow": "127.0.0.1", "analysis-days": "0.5" } });
  music = join(app.folder, "dump");
  mkdirSync(music);
  await writeSoundingFiles(music);
  const lines = (await soundingDump()).split("\n");
  await app.import(lines.map((line): object => JSON.parse(line)));
  await recordSoundingFiles(app.core.db, music);
  await app.services.catalog.rebuildIndex(new AbortController().signal);
  key = app.key({ hasAudio: true, hasImages: true, hasVideo: true, rate: 10_000 });
  plain = app.key({ hasImages: true, hasVideo: true });
  await app.startJobs();
});
afterAll(() => app.close());

function song(id: string): string {
  return join(music, `${id}.wav`);
}

async function upload(path: string, type = UNKNOWN, token = key.token): Promise<Response> {
  return await app.upload(token, { bytes: await Bun.file(path).bytes(), type });
}

async function assetOf(response: Response) {
  expect([response.status, await response.clone().text()]).toEqual([202, expect.any(String)]);
  return await documentOf(AssetDocument, new Response(response.body, { headers: response.headers }));
}

const known = new Map<string, ReturnType<typeof analyse>>();

/** Returns the asset of a file once it is analysed. Each file is uploaded once. */
async function analysed(path: string, type = UNKNOWN) {
  const asset = known.get(path) ?? analyse(path, type);
  known.set(path, asset);
  return await asset;
}

async function analyse(path: string, type: string) {
  const { token } = key;
  const { data } = await assetOf(await upload(path, type));
  const read = async () =>
    await documentOf(AssetDocument, await app.ask(`/v1/supervisor/assets/${data.id}`, { token }));
  await app.until(async () => !["pending", "processing"].includes((await read()).data.attributes.status));
  return (await read()).data;
}

/** Submits a search and returns its result. */
async function found(attributes: Readonly<Record<string, unknown>>) {
  const { token } = key;
  const submitted = await app.submit(token, { callback_url: CALLBACK, ...attributes });
  const { data }: { data: { id: string } } = JSON.parse(await submitted.text());
  const read = (): Promise<Response> => app.ask(`/v1/supervisor/search/${data.id}`, { token });
  await app.until(async () => (await read()).status === 200);
  return (await documentOf(SearchResult, await read())).data;
}

async function refused(response: Response, status: number, code: string | undefined, detail: string): Promise<void> {
  const [error, ...others] = await errorsOf(response);
  expect([response.status, error?.code, others]).toEqual([status, code, []]);
  expect(error?.detail).toContain(detail);
}

describe("POST /v1/supervisor/assets with audio", () => {
  test.each([
    ["ref.wav", "audio/x-wav", "audio/wav"],
    ["ref.mp3", "audio/mp3", "audio/mpeg"],
    ["ref.flac", UNKNOWN, "audio/flac"],
    ["ref.aac", "audio/aac", "audio/aac"],
    ["ref.m4a", "audio/x-m4a", "audio/mp4"],
    ["ref.ogg", "application/ogg", "audio/ogg"],
  ])("202: %s declared as %s is accepted as %s", async (name, declared, type) => {
    const path = convertSound(programs, song("s01"), join(app.folder, name), "-t", "12");
    const { data } = await assetOf(await upload(path, declared));
    expect(data.attributes).toMatchObject({
      status: "pending",
      media_kind: "audio",
      content_type: type,
      width: null,
      height: null,
    });
  });

  test("202: the analysis says what was heard", async () => {
    const asset = await analysed(song("s01"));
    expect(asset.attributes).toMatchObject({ status: "processed", duration: 32, error: null });
    expect(asset.attributes.analysis).toMatchObject({
      kind: "audio",
      duration: 32,
      loudness: expect.any(Number),
      typical: { start: 0, end: 30.02 },
    });
  });

  test("202: a truncated file is heard as far as it goes, whatever its name", async () => {
    const path = convertSound(programs, song("s03"), join(app.folder, "cut.flac"));
    truncateSync(path, Math.round(Bun.file(path).size * 0.6));
    const { attributes } = await analysed(path);
    expect(attributes.status).toBe("processed");
    if (attributes.analysis?.kind !== "audio") throw new Error("expected the analysis of an audio file");
    expect(attributes.analysis.duration).toBeLessThan(25);
    expect(attributes.analysis.stated).toBeGreaterThan(31);
  });

  test.each([
    ["silent.wav", "anullsrc=d=20", "The audio file is silent, so songs cannot be compared with it."],
    ["short.wav", "sine=d=0.5", "The audio file is 0.5 seconds long. At least 10 are needed to compare songs with it."],
  ])("202, then failed: %s", async (name, filter, detail) => {
    const { attributes } = await analysed(synthesiseSound(programs, filter, join(app.folder, name)));
    expect(attributes).toMatchObject({ status: "failed", error: { code: "asset_failed", detail } });
  });

  test("422: longer than 60 minutes by its header", async () => {
    const long = synthesiseSound(programs, "anullsrc=r=8000:cl=mono:d=3660", join(app.folder, "long.flac"));
    await refused(await upload(long), 422, "audio_duration_exceeded", "this one is 3660 seconds long");
  });

  test("422: bytes that are not what they are declared as, or not readable", async () => {
    await refused(
      await upload(song("s01"), "audio/mpeg"),
      422,
      "unsupported_format",
      "its content is audio/wav. Declare it",
    );
    writeFileSync(join(app.folder, "noise.wav"), "RIFF????WAVEfmt and nothing else");
    await refused(
      await upload(join(app.folder, "noise.wav")),
      422,
      "unsupported_format",
      "The audio file cannot be read.",
    );
    writeFileSync(join(app.folder, "text.txt"), "only words in here, and nothing that is music");
    await refused(await upload(join(app.folder, "text.txt")), 422, "unsupported_format", "audio/flac");
  });

  test("429: the quota of the key is used up", async () => {
    const { token } = app.key({ hasAudio: true, audioQuota: 1 });
    await assetOf(await upload(song("s01"), UNKNOWN, token));
    await refused(
      await upload(song("s01"), UNKNOWN, token),
      429,
      "daily_audio_quota_exceeded",
      "audio files in 24 hours",
    );
    const account = await documentOf(AccountDocument, await app.ask("/v1/me", { token }));
    expect(account.data.attributes.access.audio).toBe(true);
    expect(account.data.attributes.quotas.audio).toMatchObject({ limit: 1, used: 1, remaining: 0 });
  });
});

describe("a key without the right", () => {
  test("422: gets the answer that the interface gives to unknown bytes", async () => {
    const response = await upload(song("s01"), "audio/wav", plain.token);
    expect(response.headers.get("connection")).toBe("close");
    await refused(
      response,
      422,
      "unsupported_format",
      "The file is declared as audio/wav, and its content is WAV. Send one of image/jpeg, image/png, image/webp, video/mp4, video/quicktime, video/webm.",
    );
  });

  test("200: does not see the extension in /v1/me", async () => {
    const account = await documentOf(AccountDocument, await app.ask("/v1/me", { token: plain.token }));
    expect(Object.keys(account.data.attributes.access)).toEqual(["supervisor", "images", "video"]);
    expect(Object.keys(account.data.attributes.quotas)).toEqual(["images", "video"]);
  });

  test("202: the attributes of the extension are unknown, and ignored", async () => {
    const extended = { excerpt: { start: 0, end: 15 }, temp_track: "nonsense" };
    const response = await app.submit(plain.token, { callback_url: CALLBACK, query: "piano", ...extended });
    expect(response.status).toBe(202);
    const { data, meta } = JSON.parse(await response.text());
    expect(meta.warnings).toHaveLength(2);
    expect(Object.keys(data.attributes)).toEqual(["status", "query", "context", "asset_ids", "callback_url"]);
  });

  test("403: cannot search with an asset from when it had the right", async () => {
    const { id } = await analysed(song("s03"));
    writeNow(app.core.db, (tx) => tx.orm.run(`update assets set key_id = '${plain.key.id}' where id = '${id}'`));
    const response = await app.submit(plain.token, { callback_url: CALLBACK, asset_ids: [id] });
    await refused(response, 403, "unauthorized", "no access to audio files (`audio`)");
  });
});

describe("a search with audio", () => {
  test("finds the song that it is, says why and what was heard, and is billed at the audio tier", async () => {
    const mp3 = convertSound(programs, song("s05"), join(app.folder, "five.mp3"), "-b:a", "96k");
    const { id } = await analysed(mp3);
    const { id: searchId, attributes, relationships } = await found({ asset_ids: [id] });
    if (attributes.status !== "completed") throw new Error("expected a result");
    const [first] = relationships.songs.data;
    expect(first).toMatchObject({ id: "s05", meta: { rank: 1, band: "strong" } });
    expect(first?.meta.reasons[0]).toStartWith("similar rhythm");
    expect(attributes.brief.heard).toEqual([
      expect.objectContaining({ asset_id: id, kind: "audio", excerpt: null, compared: true }),
    ]);
    const tiers = app.core.db.orm.select().from(ledger).all();
    expect(tiers.filter((row) => row.searchId === searchId).map(({ tier }) => tier)).toEqual(["audio"]);
  });

  test("waits for an asset that is being analysed, and takes an excerpt", async () => {
    const { data } = await assetOf(await upload(song("s06")));
    const { attributes, relationships } = await found({ asset_ids: [data.id], excerpt: { start: 8, end: 26 } });
    expect(relationships.songs.data[0]?.id).toBe("s06");
    expect(attributes).toMatchObject({
      excerpt: { start: 8, end: 26 },
      brief: { heard: [{ excerpt: { start: 8, end: 26 }, typical: null }] },
    });
  });

  test("keeps the promises of the text, beside a picture", async () => {
    const [{ id }, picture] = [await analysed(song("s02")), join(app.folder, "beach.jpg")];
    await Bun.write(picture, await pictureBytes());
    const seen = await analysed(picture, "image/jpeg");
    const { relationships } = await found({ query: "like this, without drums", asset_ids: [id, seen.id] });
    expect(relationships.songs.data.length).toBeGreaterThan(0);
    for (const { id: songId, meta } of relationships.songs.data) {
      expect(Number(songId.slice(1)) % 2).toBe(1);
      expect(meta.verdicts[0]?.verdict).toBe("met");
    }
  });

  test("keeps its sound when it is refined", async () => {
    const { id } = await analysed(song("s02"));
    const first = await found({ asset_ids: [id] });
    const refined = await found({ refines: first.id, query: "something with drums", excerpt: { start: 5, end: 25 } });
    expect(refined.relationships.songs.data[0]?.id).toBe("s02");
    expect(refined.attributes).toMatchObject({ brief: { heard: [{ asset_id: id, excerpt: { start: 5, end: 25 } }] } });
  });

  test("hears the temp track of a film only when asked", async () => {
    const film = join(app.folder, "film.mp4");
    convertSound(programs, song("s09"), film, "-f", "lavfi", "-i", "testsrc=s=64x48:r=10", "-shortest");
    const { id } = await analysed(film, "video/mp4");
    const silent = await found({ asset_ids: [id], query: "piano" });
    if (silent.attributes.status === "completed") expect(silent.attributes.brief.heard).toBeUndefined();
    const { attributes, relationships } = await found({ asset_ids: [id], temp_track: true });
    expect(relationships.songs.data[0]?.id).toBe("s09");
    expect(attributes).toMatchObject({ temp_track: true, brief: { heard: [{ kind: "video", compared: true }] } });
    const mute = synthesiseSound(programs, "testsrc=s=64x48:r=10:d=4", join(app.folder, "mute.mp4"));
    const { id: muteId } = await analysed(mute, "video/mp4");
    const unheard = await found({ asset_ids: [muteId], temp_track: true, query: "piano" });
    expect(unheard.attributes).toMatchObject({ brief: { heard: [{ kind: "video", compared: false }] } });
  });

  test("has another id with another excerpt or other weights", async () => {
    const { id } = await analysed(song("s01"));
    const ids = await Promise.all(
      [
        {},
        { excerpt: { start: 0, end: 12 } },
        { excerpt: { start: 1, end: 12 } },
        { sound_weights: { rhythm: 2 } },
        { sound_weights: { rhythm: 3 } },
      ].map(async (more) => {
        const response = await app.submit(key.token, { callback_url: CALLBACK, asset_ids: [id], ...more });
        return JSON.parse(await response.text()).data.id as string;
      }),
    );
    expect(new Set(ids).size).toBe(5);
  });

  test("422: more than one audio file", async () => {
    const ids = [(await analysed(song("s01"))).id, (await analysed(song("s02"))).id];
    const response = await app.submit(key.token, { callback_url: CALLBACK, asset_ids: ids });
    await refused(response, 422, "audio_count_exceeded", "at most 1 audio file, got 2");
  });

  test.each([
    [
      { excerpt: { start: 20, end: 40 } },
      "The excerpt must end within the sound, which is 32 s long, got from 20 s to 40 s.",
    ],
    [{ excerpt: { start: 5, end: 8 } }, "The excerpt must be at least 10 seconds long, got from 5 s to 8 s."],
    [{ excerpt: { start: 9, end: 8 } }, "must start at 0 or later and end after its start"],
    [{ excerpt: { start: "0", end: 12 } }, "must be an object with the numbers"],
    [{ excerpt: [0, 12] }, "must be an object with the numbers"],
    [{ temp_track: "yes" }, "`temp_track` must be true or false."],
    [{ temp_track: true }, "`temp_track` needs a film"],
    [{ sound_weights: { rhythm: 11 } }, "`sound_weights` must be an object with numbers from 0 to 10"],
    [{ sound_weights: { melody: 1 } }, "for some of `feel`, `harmony`, `rhythm`, `instruments`."],
    [{ sound_weights: { feel: 0, harmony: 0, rhythm: 0, instruments: 0 } }, "must leave at least one facet above 0"],
  ])("422: %p", async (more, detail) => {
    const { id } = await analysed(song("s01"));
    const response = await app.submit(key.token, { callback_url: CALLBACK, asset_ids: [id], ...more });
    await refused(response, 422, undefined, detail);
  });

  test.each([["excerpt", { start: 0, end: 12 }] as const, ["sound_weights", { rhythm: 2 }] as const])(
    "422: %s without a sound",
    async (name, value) => {
      const attributes = { callback_url: CALLBACK, query: "piano", [name]: value };
      await refused(await app.submit(key.token, attributes), 422, undefined, `\`${name}\` needs an audio file`);
    },
  );

  test("weighs the sound of liked songs, also in a second turn", async () => {
    const reasonsOf = ({ relationships }: Awaited<ReturnType<typeof found>>): string =>
      relationships.songs.data.flatMap(({ meta }) => meta.reasons).join();
    const first = await found({ likes: ["s08"], sound_weights: { feel: 0, harmony: 0, instruments: 0 } });
    expect(first.attributes).toMatchObject({ likes: ["s08"], sound_weights: { feel: 0, harmony: 0, instruments: 0 } });
    expect(reasonsOf(first)).toContain("similar rhythm");
    expect(reasonsOf(first)).not.toContain("instruments");
    const tags = await found({ likes: ["s08"] });
    expect(reasonsOf(tags)).not.toContain("similar");
    const refined = await found({ refines: tags.id, sound_weights: { feel: 0, harmony: 0, rhythm: 0 } });
    expect(reasonsOf(refined)).toContain("similar instruments");
    const again = await found({ refines: refined.id, query: "calm" });
    expect(reasonsOf(again)).toContain("similar instruments");
  });

  test.each([
    ["in the turn that takes it back", {}, { sound_weights: { feel: 0, harmony: 0, rhythm: 0 } }],
    ["since the turn of the like", { sound_weights: { feel: 0, harmony: 0, rhythm: 0 } }, {}],
    ["that every turn says", { sound_weights: { rhythm: 3 } }, { sound_weights: { rhythm: 4 } }],
  ])("weighs nothing after a like was taken back, with weights %s", async (_, ofLike, ofDislike) => {
    const songsOf = ({ attributes, relationships }: Awaited<ReturnType<typeof found>>) => {
      if (attributes.status !== "completed") throw new Error("expected a result");
      return [relationships.songs.data, attributes.brief.unserved];
    };
    const turns = async (first: object, second: object) => {
      const liked = await found({ query: "calm", likes: ["s08"], ...first });
      return songsOf(await found({ refines: liked.id, dislikes: ["s08"], ...second }));
    };
    const weighed = await turns(ofLike, ofDislike);
    expect(weighed).toEqual(await turns({}, {}));
    expect(JSON.stringify(weighed)).not.toContain("similar");
  });

  test("weighs nothing in a turn after the one that took the like back", async () => {
    const liked = await found({ query: "calm", likes: ["s08"] });
    const disliked = await found({ refines: liked.id, dislikes: ["s08"] });
    const weighed = await found({ refines: disliked.id, sound_weights: { rhythm: 4 } });
    expect(weighed.relationships).toEqual(disliked.relationships);
    const again = await found({ refines: weighed.id, likes: ["s08"], query: "calm" });
    expect(JSON.stringify(again.relationships)).toContain("similar");
  });

  test("keeps the weights of the facets when it is refined", async () => {
    const { id } = await analysed(song("s08"));
    const first = await found({ asset_ids: [id], sound_weights: { rhythm: 0, instruments: 4 } });
    expect(first.attributes).toMatchObject({ sound_weights: { rhythm: 0, instruments: 4 } });
    const { attributes, relationships } = await found({ refines: first.id, query: "calm" });
    if (attributes.status !== "completed") throw new Error("expected a result");
    expect(relationships.songs.data.flatMap(({ meta }) => meta.reasons).join()).not.toContain("pulse");
  });
});

test("what was heard is deleted with the asset, and when the analysis expires", async () => {
  const count = (): number => app.core.db.orm.select({ id: assetSounds.assetId }).from(assetSounds).all().length;
  const { id } = await analysed(song("s01"));
  const before = count();
  expect(before).toBeGreaterThan(1);
  await app.ask(`/v1/supervisor/assets/${id}`, { method: "DELETE", token: key.token });
  expect(count()).toBe(before - 1);
  app.time.jump(DAY_MS / 2 + 1);
  for (const service of app.services.background) if (service.name === "scheduler") void service.start();
  await app.time.pass(MINUTE_MS);
  expect(count()).toBe(0);
});
