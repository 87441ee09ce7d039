import { describe, expect, test } from "bun:test";
import { readFile, writeFile } from "node:fs/promises";
import { Value } from "@sinclair/typebox/value";
import { FilmAnalysis } from "../../schema/wire/analysis.ts";
import { analyseFilm } from "../../src/analysis/analyse-film.ts";
import { ENCODED, FilmFolder, pan } from "./film/make-film.ts";

const films = new FilmFolder();

/** A sequence of stills with these durations in seconds. */
async function cutFilm(name: string, lengths: readonly number[], more: readonly string[] = []): Promise<string> {
  const inputs = lengths.flatMap((seconds, seed) => ["-f", "lavfi", "-i", pan(seed + 1, seconds, 0)]);
  const chain = `${lengths.map((_, index) => `[${index}:v]`).join("")}concat=n=${lengths.length}`;
  return films.make(name, [...inputs, "-filter_complex", chain, ...ENCODED, ...more]);
}

describe("the analysis of a film", () => {
  test.each([0, 4, 15, 60])("measures a pan of %d percent of the width per second", async (speed) => {
    const found = await films.analyse(await films.draw(`pan-${speed}.mp4`, pan(3, 3, speed)));
    expect(Math.abs(found.motion - speed)).toBeLessThan(0.5 + 0.05 * speed);
    expect(found.camera.value).toBe(speed === 0 ? "still" : speed < 12 ? "slow pan" : speed < 50 ? "pan" : "fast pan");
    expect(found.cuts).toBe(0);
  });

  test("counts cuts and locates them", async () => {
    const found = await films.analyse(await cutFilm("cuts.mp4", [6, 1, 1, 1, 1, 2]));
    expect(found.cuts).toBe(5);
    expect(found.cuts_per_minute).toBeCloseTo(25, 0);
    expect(found.cut_curve).toEqual([0, 0, 0, 60, 60, 30]);
    expect(found.cut_times).toEqual([6, 7, 8, 9, 10]);
    expect(found.activity).toBe(0);
    expect(Value.Check(FilmAnalysis, found)).toBe(true);
  });

  test("reports a strobe as flicker, not as cuts", async () => {
    const strobe = `${pan(5, 4, 0)},eq=brightness='if(lt(mod(t,0.24),0.12),-0.4,0)':eval=frame`;
    const found = await films.analyse(await films.draw("strobe.mp4", strobe));
    expect(found.cuts).toBe(0);
    expect(found.flicker).toBeGreaterThan(0.5);
    expect(found.words).toContain("flickering light");
  });

  test("follows brightness and warmth", async () => {
    const dusk = "color=c=0x7090c0:s=320x180:r=25:d=10,format=rgb24,fade=out:st=0:d=10:color=0x301004";
    const found = await films.analyse(await films.draw("dusk.mp4", dusk));
    const { brightness_curve: brightness, warmth_curve: warmth } = found;
    expect(brightness).toHaveLength(5);
    expect(brightness).toEqual(brightness.toSorted((a, b) => b - a));
    expect(warmth).toEqual(warmth.toSorted((a, b) => a - b));
    expect(found.flicker).toBe(0);
    expect(found.changes).toEqual(["bright to dark"]);
    expect(found.brightest?.at).toBe(0);
    expect(found.darkest?.at).toBe(9);
    expect(found.brightest?.brightness).toBeGreaterThan(0.3 + (found.darkest?.brightness ?? 1));
  });

  test("measures the tempo of a click track, and none in noise", async () => {
    const video = ["-f", "lavfi", "-i", "color=gray:s=64x64:r=10:d=20"];
    const sound = (source: string): string[] => [...video, "-f", "lavfi", "-i", source, ...ENCODED, "-t", "20"];
    const clicks = sound("aevalsrc='0.5*sin(2*PI*300*t)*exp(-30*mod(t\\,60/96))':d=20");
    const found = await films.analyse(await films.make("clicks.mp4", clicks));
    expect(Math.abs((found.sound?.music_bpm ?? 0) - 96)).toBeLessThan(1);
    const noise = await films.analyse(await films.make("noise.mp4", sound("anoisesrc=a=0.1:d=20")));
    expect(noise.sound?.music_bpm).toBeNull();
    expect(noise.sound?.silence_share).toBe(0);
    expect(noise.sound?.speech_share).toBe(0);
  });

  test("measures loudness and silence", async () => {
    const video = ["-f", "lavfi", "-i", "color=gray:s=64x64:r=10:d=8"];
    const half = "aevalsrc='if(lt(t\\,4)\\,0.2*sin(2*PI*1000*t)\\,0)':s=48000:d=8";
    const found = await films.analyse(await films.make("half.mp4", [...video, "-f", "lavfi", "-i", half, ...ENCODED]));
    expect(found.sound?.silence_share).toBeCloseTo(0.5, 1);
    expect(found.sound?.quiet).toEqual([{ from: 5, to: 8 }]);
    // A sine of 1 kHz at 0.2 of full scale has -17 LUFS (EBU Tech 3341); mono adds nothing.
    expect(Math.abs((found.sound?.loudness ?? 0) + 17)).toBeLessThan(1);
    const silent = [...video, "-f", "lavfi", "-i", "anullsrc=d=8", ...ENCODED, "-t", "8"];
    const none = await films.analyse(await films.make("silent.mp4", silent));
    expect(none.sound).toMatchObject({ loudness: null, silence_share: 1, speech_share: 0, music_bpm: null });
    expect(none.sound).toMatchObject({
      heard: [{ value: "silence", share: 1 }],
      loud: [],
      quiet: [{ from: 0, to: 8 }],
    });
  });

  test("of an earlier build, without the later fields, is still valid", async () => {
    const found = await films.analyse(await films.draw("early.mp4", "testsrc2=s=320x180:r=25:d=2"));
    const { cut_times: _times, activity: _activity, brightest: _b, darkest: _d, changes: _changes, ...early } = found;
    const sound = { loudness: -20, silence_share: 0, speech_share: 0, music_bpm: null };
    expect(Value.Check(FilmAnalysis, { ...early, sound })).toBe(true);
    expect(Value.Check(FilmAnalysis, { ...early, unknown: 1 })).toBe(false);
  });

  test("has no sound for a film without a sound track", async () => {
    const found = await films.analyse(await films.draw("mute.mp4", "testsrc2=s=320x180:r=25:d=2"));
    expect(found.sound).toBeNull();
    expect(found.words).toContain("without sound");
  });

  test("describes the energy curve", async () => {
    const builds = await films.analyse(
      await cutFilm("builds.mp4", [12, 6, 3, 2, 1, 1, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6]),
    );
    expect(builds.energy_curve.shape).toBe("builds");
    const calm = await films.analyse(await films.draw("calm.mp4", pan(2, 20, 3)));
    expect(calm.energy_curve).toMatchObject({ shape: "steady", peak_at: null });
    expect(builds.pace).toBeGreaterThan(calm.pace);
  }, 30_000);

  test("measures motion in a time-lapse with one frame per second", async () => {
    const source = `${pan(6, 12, 5)},fps=1`;
    expect(Math.abs((await films.analyse(await films.draw("lapse.mp4", source))).motion - 5)).toBeLessThan(1);
  });

  test("accepts a film of one frame", async () => {
    const found = await films.analyse(await films.draw("one.mp4", "testsrc2=s=320x180:r=25", ["-frames:v", "1"]));
    expect(found).toMatchObject({ cuts: 0, motion: 0, flicker: 0, camera: { value: "unsure" } });
    expect(found.energy_curve.values).toHaveLength(1);
  });

  test("reads WebM and QuickTime", async () => {
    const source = ["-f", "lavfi", "-i", pan(4, 2, 20)];
    const webm = await films.make("film.webm", [
      ...source,
      "-c:v",
      "libvpx-vp9",
      "-deadline",
      "realtime",
      "-cpu-used",
      "8",
    ]);
    expect(Math.abs((await films.analyse(webm, "matroska")).motion - 20)).toBeLessThan(2);
    const mov = await films.make("film.mov", [...source, "-c:v", "mjpeg", "-q:v", "3"]);
    expect(Math.abs((await films.analyse(mov)).motion - 20)).toBeLessThan(2);
  }, 20_000);

  test("notes how much of a truncated film could be decoded", async () => {
    const path = await cutFilm("whole.mp4", [4, 4, 4], ["-movflags", "+faststart"]);
    const bytes = await readFile(path);
    await writeFile(films.path("short.mp4"), bytes.subarray(0, bytes.length * 0.5));
    const found = await films.analyse(films.path("short.mp4"));
    expect(found.duration).toBe(12);
    expect(found.note).toMatch(/^Only \d+ % of the film could be decoded/);
  });

  test("fails with a sentence if nothing can be decoded", async () => {
    const path = await films.draw("broken.mp4", "testsrc2=s=320x180:r=25:d=2", ["-movflags", "+faststart"]);
    const bytes = await readFile(path);
    const header = bytes.indexOf("mdat") + 4;
    await writeFile(films.path("hollow.mp4"), bytes.subarray(0, header));
    expect(films.analyse(films.path("hollow.mp4"))).rejects.toThrow("No picture of the film can be decoded.");
  });

  test("survives a crash of the decoder", async () => {
    const path = await films.draw("fine.mp4", "testsrc2=s=320x180:r=25:d=2");
    const crashing = films.path("crashing-ffmpeg");
    await writeFile(crashing, "#!/bin/sh\nkill -SEGV $$\n", { mode: 0o755 });
    const analysis = analyseFilm(
      path,
      { ...(await films.probe(path)), ffmpegPath: crashing },
      new AbortController().signal,
    );
    expect(analysis).rejects.toThrow("No picture of the film can be decoded.");
  });

  test("ends immediately with its children when it is aborted", async () => {
    const path = await films.draw("long.mp4", "testsrc2=s=640x360:r=25:d=8");
    const probe = await films.probe(path);
    const abort = new AbortController();
    const analysis = analyseFilm(path, probe, abort.signal);
    abort.abort(new Error("no longer wanted"));
    expect(analysis).rejects.toThrow("no longer wanted");
  });
});
