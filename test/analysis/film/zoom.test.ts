import { describe, expect, test } from "bun:test";
import { MOTION_SIZE, momentAt, momentTimes } from "../../../src/analysis/film/moments.ts";
import { phaseCorrelator } from "../../../src/analysis/film/phase-correlation.ts";
import { ZOOM_BLOCK, zoomOf } from "../../../src/analysis/film/zoom.ts";
import { medianOf } from "../../../src/analysis/statistics.ts";
import { FilmFolder, pan } from "./make-film.ts";

const films = new FilmFolder();
const SECONDS = 4;

/** Patches, drawn large, so that ffmpeg's `zoompan` does not jump by pixels. */
const cell = (side: number): string => `floor((X+19)/${side})*floor((Y+7)/${side - 2})`;
const PATCHES = [
  `color=gray:s=640x360:r=25:d=0.04,geq=lum='mod(71+211*${cell(32)}+97*${cell(12)}\\,220)+16':cb=120:cr=130`,
  "gblur=sigma=1.2",
  "scale=2560:1440",
].join(",");
const MIDDLE = "x='iw/2-(iw/zoom/2)':y='ih/2-(ih/zoom/2)'";

/** A zoom whose magnification is `from` at the start and changes by `growth` per second. */
function zoom(from: number, growth: number, more = ""): string {
  return `${PATCHES},zoompan=z='${from}+(${growth})*on/25':${MIDDLE}:d=${SECONDS * 25}:s=320x180:fps=25${more}`;
}

/** The median growth of the moments, in percent per second. */
async function growthOf(path: string): Promise<number> {
  const film = await films.probe(path);
  const correlator = phaseCorrelator(ZOOM_BLOCK, ZOOM_BLOCK);
  const growths: number[] = [];
  for (const at of momentTimes(film.duration)) {
    const moment = await momentAt(path, film, at, true, new AbortController().signal);
    if (moment !== null) growths.push(zoomOf({ frames: moment.frames, rate: moment.rate, ...MOTION_SIZE }, correlator));
  }
  return medianOf(growths);
}

describe("a zoom", () => {
  test.each([
    [1, 0.05],
    [1, 0.1],
    [1, 0.3],
    [1, 1],
    [1.4, -0.05],
    [1.6, -0.1],
    [2.2, -0.3],
  ])("from %d times by %d per second is measured within a fifth", async (from, growth) => {
    const expected = (100 * growth) / (from + (growth * SECONDS) / 2);
    const measured = await growthOf(await films.draw(`zoom-${from}-${growth}.mp4`, zoom(from, growth)));
    expect(Math.abs(measured - expected)).toBeLessThan(0.2 * Math.abs(expected));
  });

  test("is the camera of the film", async () => {
    const into = await films.analyse(await films.draw("in.mp4", zoom(1, 0.15)));
    expect(into.camera.value).toBe("zoom in");
    expect(into.words).toContain("zoom in");
    const out = await films.analyse(await films.draw("out.mp4", zoom(1.8, -0.15)));
    expect(out.camera.value).toBe("zoom out");
    expect(out.cuts).toBe(0);
  });

  test("is found around a person who stands still", async () => {
    const person = ",drawbox=x=130:y=60:w=50:h=120:c=gray:t=fill";
    expect(await growthOf(await films.draw("person.mp4", zoom(1, 0.2, person)))).toBeGreaterThan(8);
  });

  test.each([
    ["a still picture", pan(3, SECONDS, 0)],
    ["a slow pan", pan(3, SECONDS, 4)],
    ["a pan", pan(4, SECONDS, 20)],
    ["a fast pan", pan(5, SECONDS, 80)],
    ["a fade", `${pan(6, SECONDS, 0)},fade=out:st=0:d=4`],
    [
      "a turn",
      `${PATCHES},loop=loop=-1:size=1,setpts=N/25/TB,rotate=a=0.1*t,crop=1280:720,scale=320:180,trim=duration=4`,
    ],
    ["grain", `color=gray:s=320x180:r=25:d=${SECONDS},noise=alls=30:allf=t`],
    ["darkness", `color=black:s=320x180:r=25:d=${SECONDS}`],
    ["moving shapes", `testsrc2=s=320x180:r=25:d=${SECONDS}`],
  ])("is not found in %s", async (what, source) => {
    expect(await growthOf(await films.draw(`${what.replaceAll(" ", "-")}.mp4`, source))).toBe(0);
  });
});
