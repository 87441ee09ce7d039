import { describe, expect, test } from "bun:test";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readTags, type TagReading } from "../../../../src/catalog/import/tags/read-tags.ts";
import { FIELD_LIMITS } from "../../../../src/catalog/import/check/field-limits.ts";
import { Gate } from "../../../../src/lib/gate.ts";
import { mp3Bytes } from "../../../support/small-media.ts";
import { ixmlChunk, taggedMp3, taggedWav } from "../../../support/tagged-audio.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const MEBIBYTE = 1024 * 1024;
const text = (value: string): Buffer => Buffer.from(value, "latin1");
const little = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const big = (value: number): Buffer => little(value).swap32();
/** ID3 stores sizes in bytes of seven bits. */
const syncSafe = (size: number): Buffer =>
  Buffer.from([21, 14, 7, 0].map((shift) => Math.floor(size / 2 ** shift) % 128));
const id3 = (size: number, content = Buffer.alloc(0)): Buffer =>
  Buffer.concat([text("ID3\x04\0\0"), syncSafe(size), content]);
const FORMAT = Buffer.concat([
  text("fmt "),
  little(16),
  Buffer.from([1, 0, 1, 0, 0x44, 0xac, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0]),
]);
const riff = (content: Buffer): Buffer =>
  Buffer.concat([text("RIFF"), little(900 * MEBIBYTE), text("WAVE"), FORMAT, content]);

const folder = temporaryFolder();

/** Reads the tags of a sparse file: `head`, then zeros up to `sizeBytes`. */
async function readingOf(name: string, head: Buffer, sizeBytes = head.byteLength): Promise<TagReading> {
  const path = join(folder, name);
  await writeFile(path, head);
  const file = await open(path, "r+");
  await file.truncate(sizeBytes);
  await file.close();
  return readTags(path, { largeTags: new Gate(1), signal: null });
}

/** An Ogg page of 65,025 bytes whose packet continues in the next page. */
function oggPage(number: number, flags: number, body: Buffer): Buffer {
  const segments = Buffer.alloc(Math.ceil((body.byteLength + 1) / 255), 255);
  if (body.byteLength % 255 !== 0) segments[segments.length - 1] = body.byteLength % 255;
  const count = Math.min(segments.byteLength, 255);
  const head = [text("OggS\0"), Buffer.from([flags]), Buffer.alloc(8), little(1), little(number), little(0)];
  return Buffer.concat([...head, Buffer.from([count]), segments.subarray(0, count), body]);
}

function endlessComment(): Buffer {
  const start = Buffer.concat([
    text("\x01vorbis"),
    little(0),
    Buffer.from([2]),
    little(44_100),
    Buffer.alloc(12),
    Buffer.from([0xb8, 1]),
  ]);
  const comment = Buffer.concat([text("\x03vorbis"), little(1), text("x"), little(1), little(4_000_000_000)]);
  const full = Buffer.concat([comment, Buffer.alloc(255 * 255 - comment.byteLength, 97)]);
  const more = Array.from({ length: 400 }, (_, n) => oggPage(n + 2, 1, Buffer.alloc(255 * 255, 97)));
  return Buffer.concat([oggPage(0, 2, start), oggPage(1, 0, full), ...more]);
}

describe("tags that would exhaust the memory or never end", () => {
  test.each([
    ["an ID3 tag of zeros", "zeros.mp3", id3(250 * MEBIBYTE), 251 * MEBIBYTE],
    [
      "an ID3 picture of 240 MiB",
      "picture.mp3",
      id3(250 * MEBIBYTE, Buffer.concat([text("APIC"), syncSafe(240 * MEBIBYTE), text("\0\0\0image/png\0\x03\0")])),
      251 * MEBIBYTE,
    ],
    [
      "an INFO text of 800 MiB",
      "info.wav",
      riff(Buffer.concat([text("LIST"), little(850 * MEBIBYTE), text("INFOINAM"), little(800 * MEBIBYTE), text("a")])),
      901 * MEBIBYTE,
    ],
    ["chunks without content to the end of the file", "chunks.wav", riff(Buffer.alloc(0)), 901 * MEBIBYTE],
    [
      "an AIFF name of 800 MiB",
      "name.aiff",
      Buffer.concat([text("FORM"), big(900 * MEBIBYTE), text("AIFFNAME"), big(800 * MEBIBYTE), text("a")]),
      901 * MEBIBYTE,
    ],
    ["a Vorbis comment that continues in every page", "comment.ogg", endlessComment(), undefined],
  ])("%s make the tags unreadable", async (_, name, head, sizeBytes) => {
    expect(await readingOf(name, head, sizeBytes)).toEqual({
      kind: "unreadable",
      reason: "its tags cannot be read: they take more than 17825792 bytes or 20000 reads",
    });
  });
});

test("an abort ends the reading of tags with many parts", async () => {
  const path = join(folder, "stopped.wav");
  await writeFile(path, Buffer.concat([riff(Buffer.alloc(0)), Buffer.alloc(8 * 15_000)]));
  const stopping = new AbortController();
  const reading = readTags(path, { largeTags: new Gate(1), signal: stopping.signal });
  setImmediate(() => stopping.abort(new Error("Ctrl-C")));
  await expect(reading).rejects.toThrow("Ctrl-C");
});

/** An MP3 with a cover of some megabytes. */
function coveredMp3(): Buffer {
  const cover = Buffer.concat([text("\0image/png\0\x03\0"), Buffer.alloc(6 * MEBIBYTE, 1)]);
  const frame = Buffer.concat([text("APIC"), syncSafe(cover.byteLength), Buffer.alloc(2), cover]);
  const title = Buffer.from(taggedMp3({ TIT2: "Rain" })).subarray(10, -mp3Bytes(8).byteLength);
  const tag = id3(frame.byteLength + title.byteLength, Buffer.concat([frame, title]));
  return Buffer.concat([tag, mp3Bytes(8)]);
}

describe("large tags", () => {
  test("with a cover of some megabytes are read", async () => {
    const found = await readingOf("cover.mp3", coveredMp3());
    expect(found).toMatchObject({ kind: "tags", facts: { title: "Rain" } });
  });

  test("wait for each other; ordinary tags do not wait", async () => {
    const gate = new Gate(1);
    const reading = { largeTags: gate, signal: null };
    const release = Promise.withResolvers<void>();
    const holding = gate.through(() => release.promise);
    const covered = join(folder, "covered.mp3");
    await writeFile(covered, coveredMp3());
    const ordinary = join(folder, "ordinary.mp3");
    await writeFile(ordinary, taggedMp3({ TIT2: "Rain" }));
    expect(await readTags(ordinary, reading)).toMatchObject({ kind: "tags" });
    let isRead = false;
    const large = readTags(covered, reading).then(() => (isRead = true));
    expect(await readTags(ordinary, reading)).toMatchObject({ kind: "tags" });
    expect(isRead).toBe(false);
    release.resolve();
    await Promise.all([holding, large]);
    expect(isRead).toBe(true);
  });

  test("with a text of NULs are read", async () => {
    const found = await readingOf(
      "nuls.mp3",
      Buffer.from(taggedMp3({ TIT2: "Rain", USLT: `\0${"\0".repeat(300_000)}x` })),
    );
    expect(found).toMatchObject({ kind: "tags", facts: { title: "Rain" } });
  });

  test("retain a text longer than the limit, which the check of the song cuts", async () => {
    const found = await readingOf(
      "long.mp3",
      Buffer.from(taggedMp3({ TIT2: "Rain", USLT: `\0${"la ".repeat(100_000)}` })),
    );
    if (found.kind !== "tags") throw new Error(found.reason);
    expect(found.facts.lyrics?.length).toBeGreaterThan(FIELD_LIMITS.lyrics);
  });

  // A copy of the list for each note would take quadratic time.
  test("of iXML with tens of thousands of notes are read", async () => {
    const xml = `<BWFXML>${"<NOTE>a</NOTE>".repeat(70_000)}<SONG><SONGTITLE>Rain</SONGTITLE></SONG></BWFXML>`;
    const found = await readingOf("notes.wav", Buffer.from(taggedWav([ixmlChunk(xml)])));
    expect(found).toMatchObject({ kind: "tags", facts: { title: "Rain", description: "a" } });
  });
});
