import { describe, expect, test } from "bun:test";
import { readFile, writeFile } from "node:fs/promises";
import { decodeFilm, type DecodedFilm } from "../../../src/analysis/film/decode-film.ts";
import { reportsDamage } from "../../../src/analysis/film/reported-damage.ts";
import { surveyPlan } from "../../../src/analysis/film/survey-plan.ts";
import { frameAt } from "../../../src/analysis/film-frames.ts";
import { FilmUnreadable } from "../../../src/analysis/unreadable.ts";
import { FilmFolder, pan } from "./make-film.ts";

const films = new FilmFolder();
const SECONDS = 16;
/** Four seconds from keyframe to keyframe, full chroma, and B frames across the border. */
const OPEN_GOP = ["-preset", "veryfast", "-bf", "3", "-x264-params", "open-gop=1:keyint=100:min-keyint=100:scenecut=0"];
const FULL_CHROMA = ["-pix_fmt", "yuv444p", ...OPEN_GOP];

async function decode(path: string): Promise<DecodedFilm> {
  const film = await films.probe(path);
  return decodeFilm(path, film, surveyPlan(film), new AbortController().signal);
}

/** A copy of a film with bytes set to zero, from a share of the file on. */
async function damaged(path: string, name: string, from: number, count: number): Promise<string> {
  const bytes = await readFile(path);
  bytes.fill(0, Math.floor(bytes.length * from), Math.floor(bytes.length * from) + count);
  await writeFile(films.path(name), bytes);
  return films.path(name);
}

/** The largest mean difference (0 to 255) between pictures of the same time. */
function worstDifference(one: DecodedFilm, other: DecodedFilm): number {
  const frames = one.frames.map(({ number, data }) => {
    const same = other.frames.find((frame) => frame.number === number);
    return same === undefined ? 255 : difference(data, same.data);
  });
  const moments = one.moments.map(({ at, picture }) => {
    const same = other.moments.find((moment) => moment.at === at);
    return same === undefined ? 255 : difference(picture.data, same.picture.data);
  });
  return Math.max(...frames, ...moments);
}

function difference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

describe("a damaged film", () => {
  test.each([
    ["4:4:4 with open groups of pictures", FULL_CHROMA],
    ["4:2:0 with open groups of pictures", OPEN_GOP],
    ["4:2:0 with a single keyframe", ["-preset", "veryfast", "-g", "9999"]],
  ])("of %s loses only frames without a clean reference", async (what, options) => {
    const name = what.replaceAll(/\W/g, "-");
    const whole = await films.draw(`${name}.mp4`, pan(3, SECONDS, 6), options);
    const [before, after] = [await decode(whole), await decode(await damaged(whole, `${name}-holed.mp4`, 0.55, 2_000))];
    expect(after.frames.length).toBeLessThan(before.frames.length);
    expect(after.frames.length).toBeGreaterThan(before.frames.length / 3);
    expect(after.moments.length).toBeLessThan(before.moments.length);
    expect(after.moments.length).toBeGreaterThan(1);
    expect(worstDifference(after, before)).toBeLessThan(1);
    expect(after.frames.map((frame) => frame.number)).toEqual(
      after.frames.map((frame) => frame.number).toSorted((one, other) => one - other),
    );
  });

  test("says which share could be decoded, and has no cuts at the damage", async () => {
    const whole = await films.draw("noted.mp4", pan(3, SECONDS, 6), OPEN_GOP);
    const found = await films.analyse(await damaged(whole, "noted-holed.mp4", 0.5, 2_000));
    expect(found.note).toMatch(/^Only \d+ % of the film could be decoded/);
    expect(found).toMatchObject({ cuts: 0, flicker: 0, camera: { value: "slow pan" } });
  });

  test("fails if its only keyframe is damaged", async () => {
    const whole = await films.draw("start.mp4", pan(3, 4, 0), ["-g", "9999", "-movflags", "+faststart"]);
    const header = (await readFile(whole)).indexOf("mdat") + 4;
    const bytes = await readFile(whole);
    bytes.fill(0, header + 900, header + 4_000);
    await writeFile(films.path("start-holed.mp4"), bytes);
    expect(films.analyse(films.path("start-holed.mp4"))).rejects.toThrow(FilmUnreadable);
    expect(await frameAt(films.path("start-holed.mp4"), await films.probe(whole), 2)).toBeNull();
  });

  test("is recognised by the messages of ffmpeg, not of a decoder", () => {
    expect(reportsDamage("[vist#0:0/h264 @ 0x5] [dec:h264 @ 0x5] corrupt decoded frame\n")).toBe(true);
    expect(reportsDamage("[vist#0:0/hevc @ 0x5] Error submitting packet to decoder: Invalid data\n")).toBe(true);
    expect(reportsDamage("[h264 @ 0x5] mmco: unref short failure\n[swscaler @ 0x5] deprecated pixel format\n")).toBe(
      false,
    );
    expect(reportsDamage("")).toBe(false);
  });
});

describe("an undamaged film", () => {
  test("of 4:4:4 with open groups of pictures shows the same picture after every seek", async () => {
    const still = await decode(await films.draw("still.mp4", pan(5, SECONDS, 0), [...FULL_CHROMA, "-crf", "6"]));
    const [first] = still.moments;
    expect(still.moments).toHaveLength(SECONDS / 2);
    for (const { picture } of still.moments) {
      expect(difference(picture.data, first?.picture.data ?? new Uint8Array())).toBeLessThan(1);
    }
    expect(still.frames).toHaveLength(SECONDS * 25);
  });
});

describe("the version of x264", () => {
  /** x264 names itself in the first packet. */
  async function madeBy(name: string, version: number): Promise<string> {
    const path = await films.draw(`${name}-new.mp4`, pan(2, 4, 0), FULL_CHROMA);
    const bytes = await readFile(path);
    bytes.write(`core ${version}`, bytes.indexOf("x264 - core ") + "x264 - ".length, "latin1");
    await writeFile(films.path(`${name}.mp4`), bytes);
    return films.path(`${name}.mp4`);
  }

  test("is read for a film of 4:4:4 only", async () => {
    expect((await films.probe(await madeBy("old", 142))).x264Version).toBe(142);
    const usual = await films.draw("usual.mp4", pan(2, 2, 0), OPEN_GOP);
    expect((await films.probe(usual)).x264Version).toBeNull();
    const lossless = await films.draw("other.mov", "testsrc2=s=64x64:r=25:d=1", ["-c:v", "png", "-pix_fmt", "rgb24"]);
    expect((await films.probe(lossless)).x264Version).toBeNull();
  });

  test("is given to ffmpeg, which does not find it after a seek", async () => {
    const path = await madeBy("seek", 142);
    const film = { ...(await films.probe(path)), ffmpegPath: films.path("print-options") };
    await writeFile(film.ffmpegPath, '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    expect(new TextDecoder().decode((await frameAt(path, film, 1)) ?? undefined)).toContain(
      "-x264_build 142 -ss 1.000",
    );
  });
});
