import { describe, expect, test } from "bun:test";
import { formOf, tasksOf, type SongMedia, stemsFormOf } from "../../../src/media/make/make-task.ts";

const file = (wavPath: string | null, mp3Path: string | null) => ({ id: "f", wavPath, mp3Path });
const given = (ref: string) => ({ kind: "given", ref }) as const;
const store = (name: string) => `store:${"0".repeat(64)}.${name}`;
const made = (kind: "mp3" | "wav" | "watermarked", source: string) =>
  ({ kind: "made", task: { kind, source } }) as const;

describe("an MP3", () => {
  test.each([
    [file("/a.wav", "/a.mp3"), given("/a.mp3")],
    [file("/a.wav", null), made("mp3", "/a.wav")],
    [file("/a.flac", "/a.m4a"), made("mp3", "/a.flac")],
    [file(null, "/a.OGG"), made("mp3", "/a.OGG")],
    [file("/a.m4a", null), made("mp3", "/a.m4a")],
    [file(null, "/a.aac"), made("mp3", "/a.aac")],
    // Named as a WAV and stored as an MP3, and vice versa.
    [file(store("mp3"), null), given(store("mp3"))],
    [file(null, store("wav")), made("mp3", store("wav"))],
    [file("sound:7/main", null), made("mp3", "sound:7/main")],
    [file(null, null), null],
  ])("of %p is %p", (media, form) => {
    expect(formOf("mp3", media)).toEqual(form);
  });
});

describe("a WAV", () => {
  test.each([
    [file("/a.wav", "/a.mp3"), given("/a.wav")],
    [file(store("wav"), null), given(store("wav"))],
    [file("sound:7/main", null), made("wav", "sound:7/main")],
    [file("/a.flac", null), made("wav", "/a.flac")],
    [file("/a.aif", null), made("wav", "/a.aif")],
    [file("/a.m4a", null), made("wav", "/a.m4a")],
    [file("/a.aac", null), null],
    [file(store("mp3"), null), null],
    [file(null, "/a.mp3"), null],
  ])("of %p is %p", (media, form) => {
    expect(formOf("wav", media)).toEqual(form);
  });
});

test("a watermarked MP3 is generated from the lossless source, else from the lossy one", () => {
  expect(formOf("watermarked", file("/a.wav", "/a.mp3"))).toEqual(made("watermarked", "/a.wav"));
  expect(formOf("watermarked", file(null, "/a.mp3"))).toEqual(made("watermarked", "/a.mp3"));
});

describe("stems", () => {
  const song = (stemsPath: string | null, stems: readonly (string | null)[]): SongMedia => ({
    id: "1",
    title: "Glass Harbour",
    stemsPath,
    audioFiles: [
      { id: "mix", wavPath: "/mix.wav", mp3Path: null, description: "Full mix", stem: false },
      ...stems.map((wavPath, index) => ({
        id: `${index}`,
        wavPath,
        mp3Path: null,
        description: "Drums",
        stem: true,
      })),
    ],
  });

  test("are the archive in the catalog, else made from the stem files with media", () => {
    expect(stemsFormOf(song("/all.zip", ["/a.wav"]))).toEqual(given("/all.zip"));
    expect(stemsFormOf(song(null, ["/a.wav", null, "/b.flac"]))).toEqual({
      kind: "made",
      task: {
        kind: "stems",
        stems: [
          { ref: "/a.wav", name: "Glass Harbour - Drums.wav" },
          { ref: "/b.flac", name: "Glass Harbour - Drums.flac" },
        ],
      },
    });
    expect(stemsFormOf(song(null, [null]))).toBeNull();
    expect(stemsFormOf(song(null, []))).toBeNull();
  });

  test("are one of the tasks of a song, with every kind for every file", () => {
    const kinds = tasksOf(song(null, ["/a.wav"])).map(({ id, task }) => `${id} ${task.kind}`);
    expect(kinds).toEqual(["mix watermarked", "mix mp3", "mix peaks", "0 watermarked", "0 mp3", "0 peaks", "1 stems"]);
  });
});
