import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { SNIFF_BYTES_MAX, sniff } from "../../src/assets/sniff.ts";

function bytes(text: string, length = 64): Uint8Array {
  const whole = new Uint8Array(Math.max(length, text.length));
  whole.set(Buffer.from(text, "latin1"));
  return whole;
}

const MP4 = { kind: "video", container: "mov", type: "video/mp4" } as const;
const MOV = { kind: "video", container: "mov", type: "video/quicktime" } as const;
const WEBM = { kind: "video", container: "matroska", type: "video/webm" } as const;
const EBML = "\x1a\x45\xdf\xa3";

describe("the first bytes", () => {
  test.each([
    ["\xff\xd8\xff\xe0", { kind: "image", format: "jpeg", type: "image/jpeg" }],
    ["\x89PNG\r\n\x1a\n", { kind: "image", format: "png", type: "image/png" }],
    ["RIFF\0\0\0\0WEBPVP8 ", { kind: "image", format: "webp", type: "image/webp" }],
    ["\0\0\0\x18ftypisom", MP4],
    ["\0\0\0\x14ftypqt  ", MOV],
    ["\0\0\0\x08wide\0\0\0\0mdat", MOV],
    [`${EBML}\x9f\x42\x86\x81\x01\x42\x82\x84webm`, WEBM],
    [`${EBML}\x01\0\0\0\0\0\0\x1f\x42\x86\x81\x01\x42\x82\x88webm\0\0\0\0`, WEBM],
  ] as const)("tell %j", (head, expected) => {
    expect(sniff(bytes(head), false)).toEqual(expected);
  });

  test.each([
    ["GIF89a"],
    ["RIFF\0\0\0\0WAVEfmt "],
    ["\0\0\0\x18ftypheic"],
    ["\0\0\0\x18ftypavif"],
    ["\0\0\0\x18ftypM4A "],
    ["#EXTM3U"],
    ["ffconcat version 1.0"],
    ["<svg xmlns="],
    ["%PDF-1.7"],
    [`${EBML}\x9f\x42\x86\x81\x01\x42\x82\x88matroska`],
    [`${EBML}\x80`],
  ])("do not take %j", (head) => {
    expect(sniff(bytes(head), true)).toBeNull();
  });

  test("ask for more while too few are there, and never once all are", () => {
    expect(sniff(bytes("\xff\xd8", 2), false)).toBe("more");
    expect(sniff(bytes("\xff\xd8", 2), true)).toBeNull();
    const long = `${EBML}\x48\x00\xec\x47\xf0${"\0".repeat(100)}`;
    expect(sniff(bytes(long), false)).toBe("more");
    expect(sniff(bytes(long, SNIFF_BYTES_MAX), false)).toBeNull();
  });

  test("of any kind are judged without an error", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (tail, isEbml) => {
        const head = new Uint8Array([...(isEbml ? Buffer.from(EBML, "latin1") : []), ...tail]);
        expect(sniff(head, true)).not.toBe("more");
      }),
    );
  });
});
