import { describe, expect, test } from "bun:test";
import { film, picture, sure } from "../../support/analyses.ts";
import { ids, searchBySight, song, version } from "../support.ts";

const tags = { mood: ["melancholic", "slow"], instrument: ["piano"] };
const rain = { weather: sure("rain"), duration: 120 };
const lasting = (id: string, ...seconds: readonly (number | null)[]) =>
  song({ id, tags, audioFiles: seconds.map((duration, at) => version(`${id}-${at}`, { duration })) });

describe("the film length rule", () => {
  test("puts songs that last as long as the film first, and cuts none", () => {
    const songs = [lasting("short", 60), lasting("long", 200), lasting("nearly", 110), lasting("open", null)];
    expect(ids(searchBySight(songs, [film(rain)]))).toEqual(["long", "nearly", "open", "short"]);
  });

  test("puts forward the version that lasts as long", () => {
    const songs = [lasting("a", 30, 60, 150, 300)];
    expect(searchBySight(songs, [film(rain)]).hits[0]?.audioFileId).toBe("a-2");
    expect(searchBySight(songs, [film({ ...rain, duration: 50 })]).hits[0]?.audioFileId).toBe("a-1");
    expect(searchBySight([lasting("a", 30, 60)], [film(rain)]).hits[0]?.audioFileId).toBe("a-1");
  });

  test("is off if the text gives a length", () => {
    const { hits } = searchBySight([lasting("a", 30, 150)], [film(rain)], "30 seconds");
    expect(hits.map(({ audioFileId, verdicts }) => [audioFileId, verdicts[0]?.verdict])).toEqual([["a-0", "met"]]);
  });

  test("is off for pictures", () => {
    const songs = [lasting("b", 200), lasting("a", 20)];
    const [first, second] = searchBySight(songs, [picture({ weather: sure("rain") })]).hits;
    expect(first?.score).toBe(second?.score ?? 0);
  });

  test("is in the trace, whose points add up", () => {
    const { hits, traces } = searchBySight([lasting("short", 60)], [film(rain)]);
    const parts = traces[0]?.parts ?? [];
    expect(parts.flatMap((part) => (part.kind === "move" ? [part.rule] : []))).toContain("film length");
    const points = parts.reduce((sum, part) => sum + part.points, 0);
    expect(points / (traces[0]?.whole ?? 1)).toBeCloseTo(hits[0]?.score ?? 0, 3);
  });
});
