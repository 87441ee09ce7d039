import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import type { MediaTarget } from "../../src/media/signed-url.ts";
import { MediaOverHttp } from "../support/media-over-http.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";
import { rangeModel } from "./range-model.ts";

const WAV: MediaTarget = { kind: "wav", audioFileId: "9001" };
const SIZE_MAX = 200_000;
const RUNS = 400;

let media: MediaOverHttp;
let path = "";
beforeAll(async () => {
  media = await MediaOverHttp.create(SMALL_CATALOG);
  path = join(media.app.folder, "dump/audio/1042.wav");
});
afterAll(() => media.close());

/** Bytes that differ between neighbouring positions. */
function contentOf(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 2_654_435_761) >>> 13;
  return bytes;
}

const size = fc.oneof(fc.constantFrom(0, 1, 2), fc.nat(SIZE_MAX));
/** A position near one end, anywhere, or far outside. */
const place = (bytes: number) =>
  fc.oneof(
    fc.constantFrom(0, 1, bytes - 1, bytes, bytes + 1).map((at) => String(Math.max(0, at))),
    fc.nat(bytes + 10).map(String),
    fc.constantFrom("00", "007", "9007199254740993", "9007199254740992", "18446744073709551616", "9".repeat(400)),
  );
const blank = fc.constantFrom("", "", "", " ", "\t", " \t ");
const entry = (bytes: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.tuple(place(bytes), place(bytes)).map(([from, to]) => `${from}-${to}`) },
    { weight: 3, arbitrary: place(bytes).map((from) => `${from}-`) },
    { weight: 3, arbitrary: place(bytes).map((count) => `-${count}`) },
    { weight: 1, arbitrary: fc.constantFrom("", "-", "1", "--1", "1--2", "+1-2", "1.0-2", "0x1-2", "a-b", "1 - 2") },
  );
const list = (bytes: number) =>
  fc
    .array(fc.tuple(blank, entry(bytes), blank), { minLength: 1, maxLength: 3, size: "small" })
    .map((entries) => entries.map((parts) => parts.join("")).join(","));
const unit = fc.constantFrom(
  "bytes=",
  "bytes=",
  "bytes=",
  "BYTES=",
  "Bytes=",
  "byte=",
  "items=",
  "bytes",
  "bytes =",
  "",
);
const printable = fc.stringMatching(/^[!-~](?:[ -~]{0,30}[!-~])?$/);
const header = (bytes: number) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.tuple(unit, list(bytes)).map((parts) => parts.join("")) },
    { weight: 1, arbitrary: printable },
  );
const request = size.chain((bytes) => fc.record({ size: fc.constant(bytes), range: header(bytes) }));

async function expectSlice(bytes: number, range: string, headers: Readonly<Record<string, string>>, requested = range) {
  const content = contentOf(bytes);
  const answer = await media.get(WAV, { ...headers, range });
  // White space around a header's value is not part of it.
  const expected = rangeModel(requested.trim(), bytes);
  expect(answer.status).toBe(expected.status);
  if (expected.status === 416) {
    expect(answer.headers["content-range"]).toBe(`bytes */${bytes}`);
    return;
  }
  const { first, length, status } = expected;
  expect(answer.body.equals(content.subarray(first, first + length))).toBe(true);
  expect(answer.headers["content-length"]).toBe(String(length));
  expect(answer.headers["content-range"]).toBe(
    status === 206 ? `bytes ${first}-${first + length - 1}/${bytes}` : undefined,
  );
  expect(answer.headers["content-type"]).toBe("audio/wav");
  expect(answer.headers["accept-ranges"]).toBe("bytes");
}

describe("over HTTP, for any size of a file and any Range header", () => {
  test("sends the slice that RFC 9110 requires", async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ size: bytes, range }) => {
        await writeFile(path, contentOf(bytes));
        await expectSlice(bytes, range, {});
      }),
      { numRuns: RUNS },
    );
  }, 60_000);

  test("sends the range if If-Range names the current state of the file, otherwise the complete file", async () => {
    const condition = fc.constantFrom("etag", "weak", "other", "date", "earlier");
    await fc.assert(
      fc.asyncProperty(request, condition, async ({ size: bytes, range }, kind) => {
        await writeFile(path, contentOf(bytes));
        const { etag = "", "last-modified": date = "" } = (await media.ask("HEAD", media.signed(WAV))).headers;
        const earlier = new Date(Date.parse(date) - 1_000).toUTCString();
        const value = { etag, weak: `W/${etag}`, other: '"other"', date, earlier }[kind];
        const isThis = kind === "etag" || kind === "date";
        await expectSlice(bytes, range, { "if-range": value }, isThis ? range : "");
      }),
      { numRuns: RUNS / 4 },
    );
  }, 60_000);

  test("HEAD gives the length of the complete file for any range", async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ size: bytes, range }) => {
        await writeFile(path, contentOf(bytes));
        const answer = await media.ask("HEAD", media.signed(WAV), { range });
        expect(answer.status).toBe(200);
        expect(answer.headers["content-length"]).toBe(String(bytes));
        expect(answer.body).toHaveLength(0);
      }),
      { numRuns: RUNS / 4 },
    );
  }, 60_000);
});
