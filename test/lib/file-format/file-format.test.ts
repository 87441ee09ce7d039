import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { fileTypeFromBuffer } from "file-type";
import {
  type FileFormat,
  fileFormatOf,
  streamFormatOf,
  HEAD_BYTES,
  HEAD_BYTES_MAX,
} from "../../../src/lib/file-format/file-format.ts";
import { hasMpegFrames } from "../../../src/lib/file-format/mpeg-frames.ts";
import { headRows } from "./head-rows.ts";

const EBML = "\x1a\x45\xdf\xa3";

/** The bytes of a Latin-1 text, followed by zeros up to `length`. */
function bytes(text: string, length: number): Buffer {
  return Buffer.concat([Buffer.from(text, "latin1"), Buffer.alloc(length)]).subarray(0, Math.max(length, text.length));
}

describe("the format of a stream", () => {
  test("is open until 32 bytes have arrived, and decided for a shorter file", () => {
    expect(streamFormatOf(bytes("\xff\xd8\xff", HEAD_BYTES - 1), false)).toBe("more");
    expect(streamFormatOf(bytes("\xff\xd8\xff", HEAD_BYTES), false)).toBe("jpeg");
    expect(streamFormatOf(bytes("\xff\xd8\xff", 3), true)).toBe("jpeg");
    expect(streamFormatOf(bytes("\xff\xd8", 2), true)).toBeNull();
  });

  test("is open while the DocType of an EBML header has not arrived, up to a limit", () => {
    const head = `${EBML}\x48\x00\xec\x47\xf0`;
    expect(streamFormatOf(bytes(head, 100), false)).toBe("more");
    expect(streamFormatOf(bytes(head, 100), true)).toBe("ebml-incomplete");
    expect(streamFormatOf(bytes(head, HEAD_BYTES_MAX), false)).toBe("ebml-incomplete");
  });

  test("is decided for any complete file", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (tail, isEbml) => {
        const head = new Uint8Array([...(isEbml ? Buffer.from(EBML, "latin1") : []), ...tail]);
        expect(streamFormatOf(head, true)).not.toBe("more");
      }),
    );
  });
});

describe("MPEG audio", () => {
  const frame = "\xff\xfb\x90\x64";

  test.each([
    ["two frames", true, `${frame}${"\0".repeat(413)}${frame}`],
    ["two frames after silence", true, `${"\0".repeat(100)}${frame}${"\0".repeat(413)}${frame}`],
    ["one frame", false, frame],
    ["two different headers", false, `${frame}${"\0".repeat(413)}\xff\xf3\x40\xc0`],
    ["free format", false, `\xff\xfb\x00\x64${"\0".repeat(413)}\xff\xfb\x00\x64`],
  ])("with %s in a long file: detected is %p", (_, expected, text) => {
    expect(hasMpegFrames(bytes(text, HEAD_BYTES_MAX), false)).toBe(expected);
  });

  test("needs only one frame in a file that ends", () => {
    expect(hasMpegFrames(bytes(`\0\0${frame}`, 20), true)).toBe(true);
  });
});

// The library file-type is a second opinion. See "What a file is" in ARCHITECTURE.md for the reasons not to use it in the program.
describe("the library file-type", () => {
  /** Its extensions for each format; null for no result. */
  const THEIRS: Readonly<Record<FileFormat, readonly (string | null)[]>> = {
    jpeg: ["jpg", "jls"],
    png: ["png"],
    gif: ["gif"],
    webp: ["webp"],
    avif: ["avif"],
    "mp4-still": ["heic", "cr3"],
    "mp4-audio": ["m4a", "m4b", "m4p", "f4a", "f4b"],
    mp4: ["mp4", "m4v", "f4v", "f4p", "3gp", "3g2"],
    mov: ["mov"],
    quicktime: ["mov"],
    "quicktime-preview": [],
    webm: ["webm"],
    ebml: ["mkv", null],
    "ebml-incomplete": [null],
    wav: ["wav"],
    w64: [],
    aiff: ["aif"],
    flac: ["flac"],
    ogg: ["ogg", "opus", "ogx"],
    id3: ["mp3", "flac", "aac", "wav"],
    mp3: ["mp3", "mp2", "mp1"],
    aac: ["aac"],
    zip: ["zip"],
  };
  /** Still pictures that it reports as film, and a film that it reports as a bitmap. */
  const MISREAD = [
    ...["heif", "heim", "heis", "hevm", "hevs", "miaf", "mia1", "MiHE", "jp2", "jpm", "jpx"].map(
      (brand) => `ftyp ${brand}: mp4-still, not mp4`,
    ),
    "box mdat of BM size: quicktime, not bmp",
  ];
  /** Formats that it does not know, and files that are too short or odd for it. */
  const UNKNOWN_TO_IT = [
    "RF64: wav",
    "BW64: wav",
    "W64: w64",
    "box skip: quicktime-preview",
    "box pnot: quicktime-preview",
    "ftyp 0000: mp4",
    "PNG signature: png",
    "ID3, 9 bytes: id3",
  ].map((difference) => `${difference}, not unknown`);
  /** It checks fewer bytes than we do. */
  const UNKNOWN_TO_US = [
    "ILBM: unknown, not aif",
    "GIF88a: unknown, not gif",
    "ADTS reserved rate: unknown, not aac",
    "spanned ZIP: unknown, not zip",
  ];
  const OURS = new Set(Object.values(THEIRS).flat());

  test("agrees on all heads but these", async () => {
    const differences: string[] = [];
    for (const { name, bytes: head } of headRows()) {
      const format = fileFormatOf(head);
      const found = (await fileTypeFromBuffer(head))?.ext ?? null;
      const isSame = format === null ? found === null || !OURS.has(found) : THEIRS[format].includes(found);
      if (!isSame) differences.push(`${name}: ${format ?? "unknown"}, not ${found ?? "unknown"}`);
    }
    expect(differences.toSorted()).toEqual([...MISREAD, ...UNKNOWN_TO_IT, ...UNKNOWN_TO_US].toSorted());
  });
});
