import { describe, expect, test } from "bun:test";
import type { ApiKey, KeyMode } from "../../src/keys/key.ts";
import { losslessOf, versionsFor } from "../../src/media/targets.ts";

const keyOf = (mode: KeyMode): ApiKey => ({
  id: "k",
  name: "k",
  mode,
  hasSupervisor: true,
  hasImages: false,
  hasVideo: false,
  hasAudio: false,
  hasEdits: false,
  recipient: null,
  recipientNumber: null,
  rate: 25,
  imageQuota: 1,
  videoQuota: 1,
  audioQuota: 1,
  playlistIds: [],
  createdAt: 0,
  revokedAt: null,
  expiresAt: null,
  lastUsedAt: null,
  previousTokenUntil: null,
  previousSecretUntil: null,
});
const file = (wavPath: string | null, mp3Path: string | null) => ({ id: "f", wavPath, mp3Path });

describe("the versions for a live key", () => {
  test("are the MP3 and the WAV of a lossless source", () => {
    expect(versionsFor(file("/a/b.wav", "/a/b.mp3"), keyOf("live"))).toEqual({
      mp3: { kind: "mp3", audioFileId: "f" },
      wav: { kind: "wav", audioFileId: "f" },
    });
  });

  test("include an MP3 before it is generated", () => {
    expect(versionsFor(file("/a/b.wav", null), keyOf("live"))?.mp3).toEqual({ kind: "mp3", audioFileId: "f" });
  });

  test("have no WAV if the source is lossy", () => {
    expect(versionsFor(file(null, "/a/b.mp3"), keyOf("live"))?.wav).toBeNull();
    expect(versionsFor(file("/a/b.mp3", null), keyOf("live"))?.wav).toBeNull();
    expect(versionsFor(file(null, "/a/b.m4a"), keyOf("live"))?.wav).toBeNull();
  });
});

describe("the version for any other key", () => {
  test.each(["test", "trial"] as const)("is the watermarked MP3 only (%s)", (mode) => {
    expect(versionsFor(file("/a/b.wav", "/a/b.mp3"), keyOf(mode))).toEqual({
      mp3: { kind: "watermarked", audioFileId: "f" },
      wav: null,
    });
  });
});

test("a file without media has no versions for any key", () => {
  expect(versionsFor(file(null, null), keyOf("live"))).toBeNull();
  expect(versionsFor(file(null, null), keyOf("test"))).toBeNull();
});

const DIGEST = "0".repeat(64);

test.each(["/a/b.wav", "/a/b.WAVE", "/a/b.bwf", "/a/b.aif", "/a/b.AIFF", "/a/b.aifc", "/a/b.flac", "/a/b.m4a"])(
  "%s is a lossless source",
  (path) => {
    expect(losslessOf(file(path, null))).toBe(path);
  },
);

test.each([`store:${DIGEST}.flac`, "sound:nd-0001/main"])(
  "%s is a lossless source, in the store or rendered",
  (ref) => {
    expect(losslessOf(file(ref, null))).toBe(ref);
  },
);

test.each(["/a/b.mp3", "/a/b.aac", "/a.wav/b", `store:${DIGEST}.mp3`])("%s is not a lossless source", (path) => {
  expect(losslessOf(file(path, null))).toBeNull();
});
