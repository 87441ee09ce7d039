import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { MediaTarget } from "../../src/media/signed-url.ts";
import { MediaOverHttp } from "../support/media-over-http.ts";
import { FULL_MP3, FULL_WAV, SMALL_CATALOG, STEMS } from "../support/small-catalog.ts";

const RUNS = 600;
type Signed = readonly [MediaTarget, Uint8Array];
const TARGETS: readonly [Signed, ...Signed[]] = [
  [{ kind: "mp3", audioFileId: "9001" }, FULL_MP3],
  [{ kind: "wav", audioFileId: "9001" }, FULL_WAV],
  [{ kind: "stems", songId: "1042" }, STEMS],
];
/** 401: another address, which needs a key. 400: invalid HTTP. */
const REFUSALS = [400, 401, 403, 404];
const SIGNED = ["key", "token", "expires"];
const METHODS = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];

let media: MediaOverHttp;
let otherKeyId = "";
beforeAll(async () => {
  media = await MediaOverHttp.create(SMALL_CATALOG);
  otherKeyId = media.app.key({ mode: "live" }).key.id;
});
afterAll(() => media.close());

/** The parts of a signed URL, so that each can be changed by itself. */
interface Parts {
  readonly path: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}
type Mutation = (parts: Parts) => Parts;

function takeApart(signed: string): Parts {
  const [path = "", query = ""] = signed.split("?");
  return { path, parameters: [...new URLSearchParams(query)] };
}

function join({ path, parameters }: Parts): string {
  return `${path}?${parameters.map(([name, value]) => `${name}=${value}`).join("&")}`;
}

const at = (index: number, text: string): number => index % text.length;
const replaced = (text: string, index: number, by: string): string =>
  text.slice(0, at(index, text)) + by + text.slice(at(index, text) + 1);
const hexOf = (char: string): string => `%${char.charCodeAt(0).toString(16)}`;
const caseFlipped = (char: string): string => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase());

const onPath =
  (change: (path: string) => string): Mutation =>
  (parts) => ({ ...parts, path: change(parts.path) });
const onValue =
  (name: string, change: (value: string) => string): Mutation =>
  (parts) => ({
    ...parts,
    parameters: parts.parameters.map(([other, value]) => [other, other === name ? change(value) : value]),
  });

const anywhere = fc.nat(500);
const letter = fc.constantFrom(..."abcXYZ0189-_.~/".split(""));
const name = fc.constantFrom(...SIGNED);
const ID_ENDS = ["full.mp3", "full.wav", "watermarked.mp3", "stems.zip"];

const pathMutation = fc.oneof(
  fc.tuple(anywhere, letter).map(([index, char]) => onPath((path) => replaced(path, index, char))),
  anywhere.map((index) => onPath((path) => replaced(path, index, caseFlipped(path[at(index, path)] ?? "")))),
  anywhere.map((index) =>
    onPath((path) => replaced(path, index, hexOf(path[at(index, path)] ?? "").replace("%", "%25"))),
  ),
  fc
    .constantFrom("/", "//", "%2f", "%2F", "/.", "%00", "%20", ";x", "/..", "#x", ".mp3")
    .map((end) => onPath((path) => path + end)),
  fc.constantFrom("/", "/v1", "/%2e%2e%2f").map((start) => onPath((path) => start + path)),
  fc.constantFrom(...ID_ENDS).map((end) => onPath((path) => path.replace(/[^/]+$/, end))),
  fc
    .constantFrom(
      "9002",
      "9003",
      "..%2f9001",
      "%2e%2e",
      "..%2f..%2fetc%2fpasswd",
      "9001%00",
      "9001%0a",
      "%39%30%30%32",
      "3",
    )
    .map((id) => onPath((path) => path.replace(/\/(?:9001|1042)\//, `/${id}/`))),
);
const valueMutation = fc.oneof(
  fc.tuple(name, anywhere, letter).map(([of, index, char]) => onValue(of, (value) => replaced(value, index, char))),
  fc.tuple(name, anywhere).map(([of, length]) => onValue(of, (value) => value.slice(0, at(length, value)))),
  fc.tuple(name, letter).map(([of, more]) => onValue(of, (value) => value + more)),
  fc.tuple(name, letter).map(([of, more]) => onValue(of, (value) => more + value)),
  name.map((of) => onValue(of, (value) => `${value}%00`)),
  name.map((of) => onValue(of, (value) => `%20${value}`)),
  name.map((of) => onValue(of, (value) => `${value}%0a`)),
  fc.constantFrom("=", "==", "%3d").map((padding) => onValue("token", (value) => value + padding)),
  fc
    .constantFrom("base64", "hex")
    .map((encoding) =>
      onValue("token", (value) =>
        encodeURIComponent(Buffer.from(value, "base64url").toString(encoding === "hex" ? "hex" : "base64")),
      ),
    ),
  fc.constant(onValue("token", (value) => value.toUpperCase())),
  fc.constant(onValue("key", (value) => value.toUpperCase())),
  fc.constant(onValue("key", () => otherKeyId)),
  fc
    .integer({ min: -1_000_000, max: 1_000_000 })
    .map((by) => onValue("expires", (value) => String(Number(value) + by))),
  fc.constantFrom("0", "%2B", "+", "0x").map((sign) => onValue("expires", (value) => sign + value)),
  fc.constant(onValue("expires", (value) => Number(value).toExponential())),
  fc.constant(onValue("expires", (value) => `${value}.0`)),
);
const listMutation = fc.oneof(
  name.map((of): Mutation => ({ path, parameters }) => ({
    path,
    parameters: parameters.filter(([other]) => other !== of),
  })),
  fc.tuple(name, fc.boolean(), fc.boolean()).map(([of, isFirst, isSame]): Mutation => ({ path, parameters }) => {
    const value = isSame ? (parameters.find(([other]) => other === of)?.[1] ?? "") : "x";
    return { path, parameters: isFirst ? [[of, value], ...parameters] : [...parameters, [of, value]] };
  }),
  name.map((of): Mutation => ({ path, parameters }) => ({
    path,
    parameters: parameters.map(([other, value]) => [other === of ? other.toUpperCase() : other, value]),
  })),
  name.map((of): Mutation => ({ path, parameters }) => ({
    path,
    parameters: parameters.map(([other, value]) => [other === of ? `${other}[]` : other, value]),
  })),
);

/** Other spellings of the same address: escaped unreserved characters with either case of hex, and dot segments. */
const respelling = fc.oneof(
  anywhere.map((index) => onPath((path) => replaced(path, index, hexOf(path[at(index, path)] ?? "")))),
  anywhere.map((index) => onPath((path) => replaced(path, index, hexOf(path[at(index, path)] ?? "").toUpperCase()))),
  fc
    .tuple(name, anywhere)
    .map(([of, index]) => onValue(of, (value) => replaced(value, index, hexOf(value[at(index, value)] ?? "")))),
  fc.constantFrom("/.", "/..", "/%2e", "/.%2e").map((start) => onPath((path) => start + path)),
  fc.constant<Mutation>(({ path, parameters }) => ({ path, parameters: parameters.toReversed() })),
  fc.constant<Mutation>(({ path, parameters }) => ({ path, parameters: [...parameters, ["search_id", "x"]] })),
);

const target = fc.nat(TARGETS.length - 1);
const [FIRST] = TARGETS;
const holdsAFile = (body: Buffer): boolean => TARGETS.some(([, content]) => body.includes(Buffer.from(content)));

describe("of a signed URL", () => {
  test.each([...TARGETS])("%p opens its file over a socket", async (of, content) => {
    const answer = await media.get(of);
    expect(answer.status).toBe(200);
    expect(answer.body.equals(Buffer.from(content))).toBe(true);
  });

  test("any single change makes it invalid", async () => {
    const mutation = fc.oneof(pathMutation, valueMutation, listMutation);
    await fc.assert(
      fc.asyncProperty(target, mutation, async (number, change) => {
        const [of] = TARGETS[number] ?? FIRST;
        const parts = takeApart(media.signed(of));
        const changed = change(parts);
        fc.pre(join(changed) !== join(parts));
        const answer = await media.ask("GET", join(changed));
        expect({ url: join(changed), isRefused: REFUSALS.includes(answer.status) }).toEqual({
          url: join(changed),
          isRefused: true,
        });
        expect(holdsAFile(answer.body)).toBe(false);
      }),
      { numRuns: RUNS },
    );
  }, 60_000);

  test("another spelling opens the same file or no file", async () => {
    await fc.assert(
      fc.asyncProperty(target, respelling, async (number, change) => {
        const [of, content] = TARGETS[number] ?? FIRST;
        const answer = await media.ask("GET", join(change(takeApart(media.signed(of)))));
        if (answer.status === 200) expect(answer.body.equals(Buffer.from(content))).toBe(true);
        else expect(REFUSALS).toContain(answer.status);
      }),
      { numRuns: RUNS / 2 },
    );
  }, 60_000);

  test.each(METHODS)("another method (%s) gives 405 with Allow, and OPTIONS only Allow", async (method) => {
    for (const [of] of TARGETS) {
      const answer = await media.ask(method, media.signed(of));
      expect(holdsAFile(answer.body)).toBe(false);
      expect(answer.status).toBe(method === "OPTIONS" ? 204 : 405);
      expect(answer.headers["allow"]).toBe("GET, HEAD, OPTIONS");
    }
  });

  test("the host is not signed: only path, key and expiry are", async () => {
    const [of, content] = FIRST;
    const answer = await media.ask("GET", media.signed(of), { host: "another.test" });
    expect(answer.body.equals(Buffer.from(content))).toBe(true);
  });
});

describe("an id with a valid signature", () => {
  test("that the catalog does not have gives 404, even if it looks like a path", async () => {
    const looks = fc.constantFrom(
      "../../etc/passwd",
      "/etc/passwd",
      "..\\..\\etc\\passwd",
      "file:///etc/passwd",
      "store:../../needledrop.db",
      "9001\0",
      "9001\0.wav",
      "audio/1042.wav",
      "9001 ",
      "9001/",
      "%39001",
      "x".repeat(8_000),
      "' OR 1=1 --",
    );
    const id = fc.oneof(
      looks,
      fc.string({ unit: "binary", minLength: 1 }).map((text) => text.toWellFormed()),
    );
    const kind = fc.constantFrom("mp3", "wav", "watermarked", "stems");
    await fc.assert(
      fc.asyncProperty(id, kind, async (text, of) => {
        fc.pre(!["9001", "9002", "9003", "9010", "1042", "3", "4", ".", ".."].includes(text));
        const answer = await media.get(of === "stems" ? { kind: of, songId: text } : { kind: of, audioFileId: text });
        expect(answer.status).toBe(404);
        expect(answer.body.toString()).not.toContain(media.app.folder);
      }),
      { numRuns: RUNS / 2 },
    );
  }, 60_000);
});
