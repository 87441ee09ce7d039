import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { contentDisposition } from "../../src/media/content-disposition.ts";

describe("the name of a download", () => {
  test("has an ASCII and a UTF-8 form", () => {
    expect(contentDisposition("Été à Köln - Full mix.mp3")).toBe(
      `attachment; filename="Ete a Koln - Full mix.mp3"; filename*=UTF-8''%C3%89t%C3%A9%20%C3%A0%20K%C3%B6ln%20-%20Full%20mix.mp3`,
    );
  });

  test.each([
    ["../../etc/passwd", 'filename="_.._etc_passwd"'],
    ["..\\..\\boot.ini", 'filename="_.._boot.ini"'],
    ['a"; filename="b.exe', 'filename="a_; filename=_b.exe"'],
    ["a\r\nSet-Cookie: x.mp3", 'filename="aSet-Cookie_ x.mp3"'],
    ["100% pure.wav", 'filename="100_ pure.wav"'],
    ["", 'filename="download"'],
    ["...mp3", 'filename="mp3"'],
    ["音楽.mp3", 'filename="__.mp3"'],
    ["Song ℀.mp3", 'filename="Song a_c.mp3"'],
    ["Song ＼／：.mp3", 'filename="Song ___.mp3"'],
    ["\u0301.\u2024profile", 'filename="profile"'],
  ])("%p becomes %s", (name, expected) => {
    expect(contentDisposition(name)).toContain(expected);
  });

  test("keeps its extension when it is shortened", () => {
    const header = contentDisposition(`${"a".repeat(5_000)}.flac`);
    expect(header).toContain("aaa.flac");
    expect(header.length).toBeLessThan(1_000);
  });

  test("is always a valid header, and decodes to a plain name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const header = contentDisposition(name);
        expect(new Headers({ "content-disposition": header }).get("content-disposition")).toBe(header);
        const [, encoded = ""] = /filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/.exec(header) ?? [];
        expect(encoded).not.toBe("");
        expect(decodeURIComponent(encoded)).not.toMatch(/[/\\\p{Cc}]/u);
        const [, plain = ""] = /^attachment; filename="([\x20-\x7e]*)"; filename\*=/.exec(header) ?? [];
        expect(plain).toMatch(/^[^./\\:*?"<>|%][^/\\:*?"<>|%]*$/);
      }),
    );
  });
});
