import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { grantFor, isSignatureValid, type MediaTarget, mediaPath, signUrl } from "../../src/media/signed-url.ts";

const signer = { baseUrl: "https://music.example", secret: "a-secret" };
const KEY_ID = "2869fe18-e8a7-4868-8e46-59b3987a4562";
const NOW = Date.UTC(2026, 0, 5, 9);
const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;
const target: MediaTarget = { kind: "mp3", audioFileId: "9001" };
const parametersOf = (url: string) => new URL(url).searchParams;
const signed = (of: MediaTarget = target, searchId: string | null = null) =>
  parametersOf(signUrl(signer, of, grantFor(KEY_ID, searchId, NOW)));

describe("a signed URL", () => {
  test("has key, token, expiry and search id", () => {
    const url = new URL(signUrl(signer, target, grantFor(KEY_ID, "the-search", NOW)));
    expect([...url.searchParams.keys()].toSorted()).toEqual(["expires", "key", "search_id", "token"]);
    expect(url.searchParams.get("key")).toBe(KEY_ID);
    expect(url.searchParams.get("search_id")).toBe("the-search");
  });

  test("has no search_id without a search", () => {
    expect(signed().has("search_id")).toBe(false);
  });

  test("is valid for exactly 7 days", () => {
    expect(isSignatureValid(signer.secret, target, signed(), NOW + WEEK_MS - 1)).toBe(true);
    expect(isSignatureValid(signer.secret, target, signed(), NOW + WEEK_MS)).toBe(false);
  });

  test("has only one valid spelling of its expiry", () => {
    const parameters = signed();
    parameters.set("expires", `0${parameters.get("expires")}`);
    expect(isSignatureValid(signer.secret, target, parameters, NOW)).toBe(false);
  });

  test("does not depend on search_id", () => {
    const parameters = signed(target, "one");
    parameters.set("search_id", "another");
    expect(isSignatureValid(signer.secret, target, parameters, NOW)).toBe(true);
  });

  test.each([
    ["key", "00000000-0000-4000-8000-000000000000"],
    ["expires", "9999999999"],
    ["expires", "9999999999999999999"],
    ["expires", "1e12"],
    ["expires", ""],
    ["token", ""],
    ["token", "x"],
  ])("does not open with another %s (%s)", (name, value) => {
    const parameters = signed();
    parameters.set(name, value);
    expect(isSignatureValid(signer.secret, target, parameters, NOW)).toBe(false);
  });

  test("does not open with another secret", () => {
    expect(isSignatureValid("another-secret", target, signed(), NOW)).toBe(false);
  });

  test("opens only the file and the version that it names", () => {
    const others: MediaTarget[] = [
      { kind: "mp3", audioFileId: "9002" },
      { kind: "wav", audioFileId: "9001" },
      { kind: "watermarked", audioFileId: "9001" },
      { kind: "stems", songId: "9001" },
    ];
    for (const other of others) expect(isSignatureValid(signer.secret, other, signed(), NOW)).toBe(false);
  });

  test("has one path segment for any id", () => {
    const id = fc.string({ unit: "binary", minLength: 1 });
    fc.assert(
      fc.property(id, id, (one, other) => {
        const [first, second] = [one, other].map((audioFileId) =>
          mediaPath({ kind: "mp3", audioFileId: audioFileId.toWellFormed() }),
        );
        expect(first === second).toBe(one.toWellFormed() === other.toWellFormed());
        expect(first?.split("/")).toHaveLength(5);
      }),
    );
  });
});
