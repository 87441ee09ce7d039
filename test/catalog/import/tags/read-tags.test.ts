import { describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { readTags } from "../../../../src/catalog/import/tags/read-tags.ts";
import { Gate } from "../../../../src/lib/gate.ts";
import type { TagFacts } from "../../../../src/catalog/import/tags/tag-facts.ts";
import { codedAudio } from "../../../support/coded-audio.ts";
import { mp3Bytes, wavBytes } from "../../../support/small-media.ts";
import { bextChunk, infoChunk, ixmlChunk, taggedMp3, taggedWav } from "../../../support/tagged-audio.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const folder = temporaryFolder();
async function reading(name: string, bytes: Uint8Array): ReturnType<typeof readTags> {
  await writeFile(join(folder, name), bytes);
  return readTags(join(folder, name), { largeTags: new Gate(1), signal: null });
}

async function facts(name: string, bytes: Uint8Array): Promise<TagFacts> {
  const found = await reading(name, bytes);
  if (found.kind !== "tags") throw new Error(`${name}: ${found.reason}`);
  return found.facts;
}

/** The markers of a JPEG look like sync words of MPEG audio. */
const JPEG_HEAD = Buffer.from([
  0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0xff, 0xe2, 0x0c, 0x58, 0xff, 0xdb,
]);
const COMMON = { title: "Glass Harbour", artist: "Ada Field", genre: "Rock/Pop", date: "2024-05-01", comment: "Wide." };

describe("tags of", () => {
  test.each(["mp3", "m4a", "ogg", "flac", "wav"] as const)("%s are read, with the length", async (ending) => {
    const found = await facts(`a.${ending}`, await codedAudio(ending, COMMON));
    expect(found).toMatchObject({ title: "Glass Harbour", artists: ["Ada Field"], genre: ["Rock", "Pop"], notes: [] });
    expect(found.releasedAt).toBe(1_714_521_600);
    expect(found.duration).toBeWithin(0.24, 0.4);
  });

  test("WAV in UTF-8 are read as such, and texts of other tags stay as they are", async () => {
    const mojibake = "CafÃ©";
    expect((await facts("u.wav", taggedWav([infoChunk({ INAM: mojibake })]))).title).toBe(mojibake);
    expect((await facts("u.mp3", taggedMp3({ TIT2: mojibake }))).title).toBe(mojibake);
  });

  test("AIFF give the title, and M4A distinguish Apple Lossless from AAC", async () => {
    expect((await facts("a.aiff", await codedAudio("aiff", COMMON))).title).toBe("Glass Harbour");
    expect((await facts("l.m4a", await codedAudio("m4a", COMMON, ["-c:a", "alac"]))).isLossless).toBe(true);
    expect((await facts("a.m4a", await codedAudio("m4a", COMMON))).isLossless).toBe(false);
  });

  test.each(["latin1", "utf16", "utf8"] as const)("ID3 in %s give the same facts", async (encoding) => {
    const frames = {
      TIT2: "Café à Århus",
      TPE1: "Zoë",
      TBPM: "128.0",
      TKEY: "8A",
      TSRC: "QZABC2400001",
      TMOO: "düster",
    };
    const found = await facts("e.mp3", taggedMp3({ ...frames, USLT: "words\0la la" }, { encoding }));
    expect(found).toMatchObject({ title: "Café à Århus", artists: ["Zoë"], bpm: 128, isrc: "QZABC2400001" });
    expect(found).toMatchObject({ key: { name: "A", mode: "minor" }, mood: ["düster"], lyrics: "la la", notes: [] });
  });

  test("ID3 hold several values, and genres by number", async () => {
    const found = await facts("v.mp3", taggedMp3({ TIT2: "T", TPE1: "Ada\0Bo", TCON: "17\0Trip-Hop" }));
    expect(found).toMatchObject({ artists: ["Ada", "Bo"], genre: ["Rock", "Trip-Hop"] });
    const older = taggedMp3(
      { TIT2: "T", TPE1: "AC/DC", TCON: "(17)", TYER: "2024", TDAT: "0105" },
      { version: 3, encoding: "latin1" },
    );
    expect(await facts("o.mp3", older)).toMatchObject({
      artists: ["AC/DC"],
      genre: ["Rock"],
      releasedAt: 1_714_521_600,
    });
  });

  test("WAV are read from INFO (Latin-1 or UTF-8), BEXT and iXML", async () => {
    const info = infoChunk({
      INAM: "Grüße",
      IART: Buffer.from("Zoë", "latin1"),
      IGNR: "Ambient",
      ISRC: "QZABC2400001",
    });
    const ixml = ixmlChunk(
      "<BWFXML><NOTE>A &amp; B</NOTE><ASWG><tempo>90</tempo><inKey>Dm</inKey><instrument>harp; oboe</instrument></ASWG></BWFXML>",
    );
    const found = await facts("w.wav", taggedWav([bextChunk("Recorded in a hall"), info, ixml], 8_000));
    expect(found).toMatchObject({ title: "Grüße", artists: ["Zoë"], genre: ["Ambient"], bpm: 90, duration: 1 });
    expect(found).toMatchObject({
      key: { name: "D", mode: "minor" },
      instrument: ["harp", "oboe"],
      isrc: "QZABC2400001",
    });
    expect(found.description).toBe("Recorded in a hall");
    expect((await facts("x.bwf", taggedWav([ixml]))).description).toBe("A & B");
  });

  test("a file omit invalid values, with a note for the field of each", async () => {
    const frames = { TIT2: "T", TBPM: "0", TKEY: "loud", TSRC: "QZ12", TDRC: "01/05/2024" };
    const found = await facts("n.mp3", taggedMp3(frames));
    expect(found).toMatchObject({ bpm: null, key: null, isrc: null, releasedAt: null });
    expect(found.notes.map(({ field }) => field).toSorted()).toEqual(["bpm", "isrc", "key", "released_at"]);
    expect(found.notes.find(({ field }) => field === "bpm")?.reason).toContain('got "0"');
  });

  test("a WAV omit a genre that is only a number", async () => {
    const found = await facts("g.wav", taggedWav([infoChunk({ INAM: "T", IGNR: "(300); Dub" })]));
    expect(found).toMatchObject({ genre: ["Dub"], notes: [{ field: "tags.genre" }] });
  });

  test('the ID3 value "off key" give no key and no note', async () => {
    expect(await facts("k.mp3", taggedMp3({ TIT2: "T", TKEY: "o" }))).toMatchObject({ key: null, notes: [] });
  });
});

describe("a file", () => {
  test("that is not audio is refused with a reason, whatever its name", async () => {
    for (const name of ["a.mp3", "a.wav", "a.flac", "a.m4a"]) {
      expect(await reading(name, new TextEncoder().encode("a letter, and no music"))).toMatchObject({
        kind: "refused",
      });
      expect(await reading(name, new Uint8Array())).toMatchObject({ kind: "refused" });
    }
    expect(await reading("picture.mp3", Buffer.concat([JPEG_HEAD, Buffer.alloc(5_000)]))).toMatchObject({
      kind: "refused",
    });
    expect(await reading("flac.mp3", await codedAudio("flac", {}))).toMatchObject({ kind: "unreadable" });
    expect(await readTags(join(folder, "absent.wav"), { largeTags: new Gate(1), signal: null })).toMatchObject({
      kind: "refused",
    });
  });

  test("with another container than its name says is unreadable", async () => {
    expect(await reading("wrong.wav", mp3Bytes())).toMatchObject({ kind: "unreadable" });
    expect(await reading("wrong.mp3", wavBytes())).toMatchObject({ kind: "unreadable" });
  });

  test("that is damaged anywhere gives one of the three results and never throws", async () => {
    const whole = taggedWav([infoChunk({ INAM: "T" }), ixmlChunk("<NOTE>n</NOTE>")]);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), async (at, byte, cut) => {
        const bytes = whole.slice(0, cut);
        if (at < cut) bytes[at] = byte;
        expect(["tags", "unreadable", "refused"]).toContain((await reading("damaged.wav", bytes)).kind);
      }),
      { numRuns: 150 },
    );
  });
});
