import { describe, expect, test } from "bun:test";
import { acceptedType, sniffUpload } from "../../src/assets/media-type.ts";

function bytes(text: string): Uint8Array {
  return Buffer.concat([Buffer.from(text, "latin1"), Buffer.alloc(64)]);
}

const MP4 = { kind: "video", container: "mov", type: "video/mp4" } as const;
const MOV = { kind: "video", container: "mov", type: "video/quicktime" } as const;
const WEBM = { kind: "video", container: "matroska", type: "video/webm" } as const;
const EBML = "\x1a\x45\xdf\xa3";

describe("an upload", () => {
  test.each([
    ["\xff\xd8\xff\xe0", { kind: "image", format: "jpeg", type: "image/jpeg" }],
    ["\x89PNG\r\n\x1a\n", { kind: "image", format: "png", type: "image/png" }],
    ["RIFF\0\0\0\0WEBPVP8 ", { kind: "image", format: "webp", type: "image/webp" }],
    ["\0\0\0\x18ftypisom", MP4],
    ["\0\0\0\x14ftypqt  ", MOV],
    ["\0\0\0\x08wide\0\0\0\0mdat", MOV],
    [`${EBML}\x9f\x42\x86\x81\x01\x42\x82\x84webm`, WEBM],
    [`${EBML}\x01\0\0\0\0\0\0\x1f\x42\x86\x81\x01\x42\x82\x88webm\0\0\0\0`, WEBM],
  ] as const)("that begins with %j has a known type while it arrives", (head, expected) => {
    expect(sniffUpload(bytes(head), false)).toEqual(expected);
  });

  test("has no type until enough of it has arrived", () => {
    const head = Buffer.from("\xff\xd8\xff", "latin1");
    expect(sniffUpload(head, false)).toBe("more");
    expect(sniffUpload(head, true)).toEqual({ kind: "image", format: "jpeg", type: "image/jpeg" });
  });

  test.each([
    ["GIF89a"],
    ["FORM\0\0\0\0AIFF"],
    ["\0\0\0\x18ftypheic"],
    ["\0\0\0\x18ftypavif"],
    ["#EXTM3U"],
    ["ffconcat version 1.0"],
    ["<svg xmlns="],
    ["%PDF-1.7"],
    [`${EBML}\x9f\x42\x86\x81\x01\x42\x82\x88matroska`],
    [`${EBML}\x80`],
  ])("that begins with %j is not supported", (head) => {
    expect(sniffUpload(bytes(head), true)).toBeNull();
  });
});

describe("an audio file", () => {
  const accepted = (head: string, declared: string | null): string | null => {
    const sniffed = sniffUpload(bytes(head), true);
    return sniffed === null || sniffed === "more" ? null : acceptedType(declared, sniffed);
  };

  test.each([
    ["RIFF\0\0\0\0WAVEfmt ", null, "audio/wav"],
    ["RIFF\0\0\0\0WAVEfmt ", "AUDIO/X-WAV; codecs=1", "audio/wav"],
    ["RIFF\0\0\0\0WAVEfmt ", "audio/mpeg", null],
    ["\0\0\0\x18ftypM4A ", "audio/x-m4a", "audio/mp4"],
    ["OggS", "application/ogg", "audio/ogg"],
    ["OggS", "video/ogg", null],
    ["fLaC", "audio/flac", "audio/flac"],
    // The tag can be in front of any of the three.
    ["ID3\x04", null, "audio/mpeg"],
    ["ID3\x04", "audio/flac", "audio/flac"],
    ["ID3\x04", "audio/wav", null],
  ])("that begins with %j and is declared as %p is recorded as %p", (head, declared, type) => {
    expect(accepted(head, declared)).toBe(type);
  });
});
