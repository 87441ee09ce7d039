import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  digestInRef,
  extensionInRef,
  formatMediaRef,
  isRenderedScheme,
  type MediaRef,
  parseMediaRef,
  parseStoreFile,
  STORE_EXTENSIONS,
} from "../../schema/media-ref.ts";

const DIGEST = "0123456789abcdef".repeat(4);

const stored = fc.record({
  kind: fc.constant("stored" as const),
  digest: fc.stringMatching(/^[0-9a-f]{64}$/),
  extension: fc.constantFrom(...STORE_EXTENSIONS),
});
const inPlace = fc.record({
  kind: fc.constant("in place" as const),
  path: fc.string().map((name) => `/${name.replaceAll("\0", "")}`),
});
const rendered = fc.record({
  kind: fc.constant("rendered" as const),
  songId: fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/),
  part: fc.stringMatching(/^[a-z0-9-]{1,32}$/),
});

describe("a media ref", () => {
  test("is the same after it is written and read", () => {
    fc.assert(
      fc.property(fc.oneof<fc.Arbitrary<MediaRef>[]>(stored, inPlace, rendered), (ref) => {
        expect(parseMediaRef(formatMediaRef(ref))).toEqual(ref);
      }),
    );
  });

  test.each<[string, MediaRef]>([
    [`store:${DIGEST}.wav`, { kind: "stored", digest: DIGEST, extension: "wav" }],
    ["/srv/audio/1.wav", { kind: "in place", path: "/srv/audio/1.wav" }],
    ["sound:nd-0001/main", { kind: "rendered", songId: "nd-0001", part: "main" }],
  ])("in a catalog of today is read: %s", (text, ref) => {
    expect(parseMediaRef(text)).toEqual(ref);
  });

  test.each([
    "",
    "1.wav",
    "../1.wav",
    "/srv/\0.wav",
    `store:${DIGEST}`,
    `store:${DIGEST}.sh`,
    `store:${DIGEST}.wav/../../x`,
    `store:${DIGEST}.wav\n`,
    `store:${DIGEST.toUpperCase()}.wav`,
    `store:../../${DIGEST.slice(6)}.wav`,
    "sound:",
    "sound:a",
    "sound:a/../main",
    "sound:../../etc/passwd",
    "sound:a/b/c",
    "sound:/main",
    "sound:a/MAIN",
    "sound:a/main\n",
    "Sound:a/main",
  ])("is not read from %p", (text) => {
    expect(parseMediaRef(text)).toBeNull();
    expect([digestInRef(text), extensionInRef(text)]).toEqual([null, ""]);
  });
});

test("a malformed rendered ref is distinguished from a path", () => {
  expect(["sound:", "sound:a/main", "a/sound:b", "/sound:a"].map(isRenderedScheme)).toEqual([true, true, false, false]);
});

test("only a ref to the store has a digest", () => {
  expect([`store:${DIGEST}.wav`, `/${DIGEST}.wav`, "sound:a/main"].map(digestInRef)).toEqual([DIGEST, null, null]);
});

test("the extension of a ref is in lower case, whatever it names", () => {
  const refs = [`store:${DIGEST}.mp3`, "/a/b.WAV", "/a.wav/b", "sound:a/main"];
  expect(refs.map(extensionInRef)).toEqual([".mp3", ".wav", "", ".wav"]);
});

test("a file in the store is recognised by its name", () => {
  expect(parseStoreFile(`${DIGEST}.zip`)).toEqual({ kind: "stored", digest: DIGEST, extension: "zip" });
  for (const name of [DIGEST, `${DIGEST}.sh`, `${DIGEST}.wav.partial`, "README"])
    expect(parseStoreFile(name)).toBeNull();
});
