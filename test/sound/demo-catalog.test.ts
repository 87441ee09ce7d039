import { describe, expect, test } from "bun:test";
import { withSound } from "../../scripts/draw/sound-lines.ts";
import { parseMediaRef } from "../../schema/media-ref.ts";
import { arrange } from "../../src/sound/arrange.ts";
import { lengthOf, lengthOfFile } from "../../src/sound/music/length.ts";
import { tracksOfFile } from "../../src/sound/tracks-of-file.ts";
import { instrumentOf } from "../../src/sound/timbres/instrument.ts";
import { demoLines, demoSongs } from "./demo-songs.ts";

describe("the sound of the demonstration catalog", () => {
  test("matches the synthesiser (if not, run scripts/draw-sound.ts)", () => {
    expect(withSound(demoLines)).toEqual(demoLines);
    const files = demoLines.flatMap((line) => JSON.parse(line).audio_files ?? []);
    expect(files.filter((file) => parseMediaRef(file.wav)?.kind !== "rendered")).toEqual([]);
  });

  test("lasts 20 to 30 seconds; a cut-down lasts what its name says, and its full mix longer", () => {
    for (const song of demoSongs) {
      const { seconds } = lengthOf(song);
      const cuts = song.audioFiles.filter((file) => file.description.endsWith("second cut"));
      for (const file of cuts) {
        const cut = lengthOfFile(song, file).seconds;
        expect(`${cut} second cut`).toBe(file.description);
        expect(seconds).toBeGreaterThan(cut + 3);
        expect(seconds).toBeLessThanOrEqual(60 + 13);
      }
      expect(seconds).toBeGreaterThanOrEqual(20);
      if (cuts.length === 0) expect(seconds).toBeLessThanOrEqual(30);
    }
  });

  test("has the exact tempo of the song and ends on a first beat", () => {
    for (const song of demoSongs) {
      const { beatSeconds, beatsPerBar, bars, bodySeconds } = lengthOf(song);
      if (song.bpm !== null) expect(beatSeconds).toBeCloseTo(60 / song.bpm, 12);
      expect(bodySeconds).toBeCloseTo(bars * beatsPerBar * beatSeconds, 9);
    }
  });

  test("has a sound for every instrument tag", () => {
    const tags = new Set(demoSongs.flatMap((song) => song.tags.instrument));
    expect([...tags].filter((tag) => instrumentOf(tag) === null)).toEqual([]);
  });

  test("has a track in every stem, and every track in exactly one", () => {
    for (const song of demoSongs) {
      const stems = song.audioFiles.filter((file) => file.stem);
      if (stems.length === 0) continue;
      const { tracks } = arrange(song, lengthOf(song));
      const held = stems.map((stem) => tracksOfFile(song, stem, tracks));
      expect({ id: song.id, empty: stems.filter((_, at) => held[at]?.length === 0).map((stem) => stem.id) }).toEqual({
        id: song.id,
        empty: [],
      });
      expect(held.flat().length).toBe(tracks.length);
      expect(new Set(held.flat()).size).toBe(tracks.length);
    }
  });

  test("has voices in the files that the catalog lists with vocals, and in no others", () => {
    for (const song of demoSongs) {
      const { tracks } = arrange(song, lengthOf(song));
      for (const file of song.audioFiles.filter((one) => !one.stem)) {
        const roles = tracksOfFile(song, file, tracks).map((track) => track.role);
        expect({ id: file.id, lead: roles.includes("voice") }).toEqual({ id: file.id, lead: file.vocals === "lead" });
        if (file.vocals === "none")
          expect({ id: file.id, choir: roles.includes("choir") }).toEqual({ id: file.id, choir: false });
        expect(roles.length).toBeGreaterThan(0);
      }
    }
  });

  test("has voices only in the vocal stem", () => {
    const sung = demoSongs.filter((song) => song.audioFiles.some((file) => file.stem && file.description === "Vocals"));
    expect(sung.length).toBeGreaterThan(20);
    for (const song of sung) {
      const { tracks } = arrange(song, lengthOf(song));
      for (const stem of song.audioFiles.filter((file) => file.stem)) {
        const voices = tracksOfFile(song, stem, tracks).map(({ role }) => role === "voice" || role === "choir");
        expect({ id: stem.id, voices: new Set(voices) }).toEqual({
          id: stem.id,
          voices: new Set([/Vocals|Choir/.test(stem.description)]),
        });
      }
    }
  });
});
