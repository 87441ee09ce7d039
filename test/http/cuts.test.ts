import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { renderPiece } from "../../scripts/eval/structure/rendered-piece.ts";
import { CutDocument } from "../../schema/wire/cut.ts";
import { FitLengthOutput } from "../../schema/wire/mcp.ts";
import { HitPointsDocument } from "../../schema/wire/hit-points.ts";
import { StructureDocument } from "../../schema/wire/structure.ts";
import type { Asset } from "../../src/assets/asset.ts";
import { insertAsset } from "../../src/assets/store.ts";
import { film } from "../support/analyses.ts";
import { assetRow } from "../support/asset-row.ts";
import { demoSong } from "../sound/demo-songs.ts";
import { musicWav, silentWav } from "../media/make/sound.ts";
import { McpClient } from "../support/mcp-client.ts";
import { HttpApp } from "../support/http-app.ts";
import { expectRefusals } from "./error-document.ts";
import { sqliteOf } from "../support/sqlite-of.ts";

setDefaultTimeout(60_000);

const piece = renderPiece(demoSong("nd-0385"), 28).wav;

let app: HttpApp;
beforeAll(async () => {
  app = await HttpApp.create({
    dump: [
      {
        id: "1",
        title: "Glass Harbour",
        audio_files: [
          { id: "mix", description: "Full mix", wav: "1.wav", duration: 28 },
          { id: "short", description: "Short", wav: "short.wav", duration: 9.02 },
        ],
      },
      { id: "2", title: "Only stems", audio_files: [{ id: "bass", description: "", stem: true, wav: "short.wav" }] },
      { id: "3", title: "Silence", audio_files: [{ id: "silence", description: "", wav: "silent.wav" }] },
    ],
    files: { "1.wav": piece, "short.wav": musicWav(9), "silent.wav": silentWav(2) },
  });
});
afterAll(async () => {
  await app.services.app.stop(true);
  await app.close();
});

async function cutAt(query: string, token: string) {
  const response = await app.ask(`/v1/songs/1/cut?${query}`, { token });
  expect(response.status).toBe(200);
  return Value.Parse(CutDocument, await response.json()).data.attributes;
}

describe("GET /v1/songs/:id/cut", () => {
  test("200: an editor's key gets a WAV of exactly this length, joined from bars, without a watermark", async () => {
    const { token } = app.key({ mode: "live", hasEdits: true });
    const cut = await cutAt("length=31.5&ending=natural", token);
    expect(cut).toMatchObject({
      source: "cut",
      audio_file: "mix",
      length: 31.5,
      difference: "none",
      ending: "natural",
    });
    const sounding = cut.parts.reduce((sum, { from, to }) => sum + to - from, cut.silence);
    expect(Math.abs(sounding - 31.5)).toBeLessThan(0.005);
    const response = await app.ask(cut.wav ?? "");
    expect(response.headers.get("content-type")).toBe("audio/wav");
    expect(response.headers.get("content-disposition")).toContain('filename="Glass Harbour - Full mix (31.5 s).wav"');
    const bytes = await response.bytes();
    expect(bytes.length).toBe(44 + 4 * 31.5 * 44_100);
    // A join is where the document says, to its milliseconds.
    const source = Buffer.from(piece);
    const [frame, about] = [(time: number): number => 44 + 4 * Math.round(time * 44_100), 4 * 45];
    expect(cut.joins.length).toBeGreaterThan(0);
    for (const { at, enter } of cut.joins) {
      const sound = bytes.subarray(frame(at), frame(at + 0.2));
      const place = source.indexOf(sound, frame(enter) - about);
      expect(Math.abs(place - frame(enter))).toBeLessThanOrEqual(about);
    }
    // Stored, and not made again.
    expect(await (await app.ask(cut.wav ?? "")).bytes()).toEqual(bytes);
  });

  test("200: the version of this length comes first, also for a live key without the right", async () => {
    const { token } = app.key({ mode: "live" });
    const version = await cutAt("length=9", token);
    expect(version).toMatchObject({ source: "version", audio_file: "short", ending: null, joins: [] });
    expect(version.mp3).toContain("/v1/audio_files/short/full.mp3?");
  });

  test("200: other keys get a watermarked MP3 only, and their link opens no other form", async () => {
    const { token } = app.key({ mode: "trial" });
    const { mp3, wav } = await cutAt("length=12&ending=fade", token);
    expect([new URL(mp3).pathname, wav]).toEqual(["/v1/audio_files/mix/cuts/12.00-fade.watermarked.mp3", null]);
    expect((await app.ask(mp3)).headers.get("content-type")).toBe("audio/mpeg");
    for (const other of ["12.00-fade.mp3", "12.01-fade.watermarked.mp3", "12.00-fade.wav"]) {
      await expectRefusals(await app.ask(mp3.replace("12.00-fade.watermarked.mp3", other)), "forbidden_media");
    }
    await expectRefusals(await app.ask(mp3.replace("12.00-fade", "12-fade")), "not_found");
  });

  test("400: a length or an ending that is not possible", async () => {
    const { token } = app.key({ mode: "trial" });
    const wrong = ["", "length=4", "length=301", "length=30.123", "length=1e2", "length=30&length=20"];
    for (const query of [...wrong, "length=20&ending=bang", "length=20&form=wav"]) {
      await expectRefusals(await app.ask(`/v1/songs/1/cut?${query}`, { token }), "bad_parameter");
    }
  });

  test("403: a live key without the right has no cuts, also by a link from before", async () => {
    const { token, key } = app.key({ mode: "live", hasEdits: true });
    const { mp3 } = await cutAt("length=11", token);
    sqliteOf(app.core).sqlite.run("UPDATE keys SET has_edits = 0 WHERE id = ?", [key.id]);
    await expectRefusals(await app.ask("/v1/songs/1/cut?length=11", { token }), "unauthorized");
    await expectRefusals(await app.ask(mp3), "forbidden_media");
  });

  test("404 and 401: unknown songs, songs without a full version, and requests without a key", async () => {
    const { token } = app.key({ mode: "trial" });
    for (const id of ["9", "2"])
      await expectRefusals(await app.ask(`/v1/songs/${id}/cut?length=20`, { token }), "not_found");
    await expectRefusals(await app.ask("/v1/songs/1/cut?length=20"), "unauthenticated");
  });
});

describe("fit_length by MCP", () => {
  type Fit = Static<typeof FitLengthOutput>;

  test("offers what the HTTP API offers: the version of this length, otherwise the same cut", async () => {
    const { token } = app.key({ mode: "trial" });
    const mcp = await McpClient.connect(app, token);
    const fit = await mcp.value<Fit>("fit_length", { song_id: "1", seconds: 12, ending: "fade" });
    const { source, ...cut } = await cutAt("length=12&ending=fade", token);
    expect([...Value.Errors(FitLengthOutput, fit)]).toEqual([]);
    expect([fit.cut, source]).toEqual([cut, "cut"]);
    const version = await mcp.value<Fit>("fit_length", { song_id: "1", seconds: 9 });
    expect([version.best?.id, version.cut]).toEqual(["short", null]);
    const silent = await mcp.value<Fit>("fit_length", { song_id: "3", seconds: 20 });
    expect(silent.not_served.join()).toContain("the recording cannot be cut to this length");
    await mcp.close();
  });
});

describe("GET /v1/songs/:id/hit-points", () => {
  let sent = 0;
  /** The path that asks for the hit points of a song in a new asset of this key. */
  async function hitPointsPath(keyId: string, song: string, given: Partial<Asset>): Promise<string> {
    const id = `00000000-0000-4000-8000-${String(++sent).padStart(12, "0")}`;
    const row = { mediaKind: "video" as const, processedAt: app.time.now(), ...given };
    await app.core.db.write((tx) => insertAsset(tx, assetRow({ id, keyId, ...row })));
    return `/v1/songs/${song}/hit-points?asset_id=${id}&wait=60`;
  }

  test("200: the offset at which the cuts are on downbeats, and none without a sure pulse", async () => {
    const { token, key } = app.key({ mode: "trial" });
    const answer = await app.ask("/v1/songs/1/structure?wait=60", { token });
    const { downbeats } = Value.Parse(StructureDocument, await answer.json());
    const cuts = [1, 2, 4, 5, 7, 8].map((bar) => 3 + (downbeats[bar] ?? 0));
    const analysis = JSON.stringify(film({ duration: 33, cut_times: cuts }));
    const path = await hitPointsPath(key.id, "1", { analysis });
    const response = await app.ask(path, { token });
    expect(response.status).toBe(200);
    const { data } = Value.Parse(HitPointsDocument, await response.json());
    expect(data).toMatchObject({ type: "hit_points", id: "1", attributes: { reason: null, cuts: 6 } });
    const offsets = data.attributes.offsets.filter(({ hits }) => hits.length === 6);
    expect(offsets.map(({ offset }) => offset)).toContain(3);
    const ofFile = await app.ask(path.replace("songs/1", "audio_files/mix"), { token });
    expect(await ofFile.json()).toMatchObject({ data: { id: "mix", attributes: data.attributes } });
    const free = await app.ask(await hitPointsPath(key.id, "3", { analysis }), { token });
    expect(await free.json()).toMatchObject({ data: { attributes: { reason: "no_pulse", offsets: [] } } });
  });

  test("422, 503: assets of other keys, failed ones, and those that are not analysed yet", async () => {
    const { token, key } = app.key({ mode: "trial" });
    const other = app.key({ mode: "trial" }).key;
    const ask = async (path: string): Promise<Response> => await app.ask(path, { token });
    await expectRefusals(await ask(await hitPointsPath(other.id, "1", {})), "asset_unavailable");
    await expectRefusals(await ask(await hitPointsPath(key.id, "1", { status: "failed" })), "asset_failed");
    await expectRefusals(await ask(await hitPointsPath(key.id, "1", {})), "asset_expired");
    const pending = await ask(await hitPointsPath(key.id, "1", { status: "pending", processedAt: null }));
    expect(pending.headers.get("retry-after")).toBe("5");
    await expectRefusals(pending, "not_ready");
  });

  test("400: a picture, no id, and other parameters; 404: an unknown song, and one without a full version", async () => {
    const { token, key } = app.key({ mode: "trial" });
    const picture = await hitPointsPath(key.id, "1", { mediaKind: "image" });
    for (const path of [picture, "/v1/songs/1/hit-points", `${picture}&song=1`]) {
      await expectRefusals(await app.ask(path, { token }), "bad_parameter");
    }
    const analysis = JSON.stringify(film());
    for (const song of ["2", "9"]) {
      await expectRefusals(await app.ask(await hitPointsPath(key.id, song, { analysis }), { token }), "not_found");
    }
  });
});
