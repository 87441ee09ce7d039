import { describe, expect, test } from "bun:test";
import { mintToken, mintWebhookSecret } from "../../src/keys/token.ts";
import { maskPath, maskSecrets } from "../../src/lib/mask-secrets.ts";

const { token } = mintToken(crypto.randomUUID(), "live");
const webhookSecret = mintWebhookSecret();
const random = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");

describe("a text for the log", () => {
  test.each([
    ["a token", `no key ${token}.`, "no key nd_live_[secret]."],
    ["a token that is cut", "nd_test_0123", "nd_test_[secret]"],
    ["a webhook secret", `"${webhookSecret}"`, '"whsec_[secret]"'],
    ["a signed URL", "/full.mp3?key=k-1&token=t-1&expires=9", "/full.mp3?key=[secret]&token=[secret]&expires=9"],
    ["a parameter in quotes", 'reason "token=t-1"', 'reason "token=[secret]"'],
    ["a parameter that ends in the word", "?api_key=1&x-auth-token=2;", "?api_key=[secret]&x-auth-token=[secret];"],
    [
      "a URL's user",
      "to https://me:pass@host/x and http://you@host",
      "to https://[secret]@host/x and http://[secret]@host",
    ],
  ])("does not hold %s", (_, text, expected) => expect(maskSecrets(text)).toBe(expected));

  test.each([
    "the key of song nd_1 is D minor",
    "/data/Album_Name-2020/03-A_Song_With_A_Long_Name_And_Digits_0001.wav",
    "store:0f343b0931126a20f133d67c2b018a3b0f343b0931126a20f133d67c2b018a3b.wav",
    "mail me@studio.example",
    "https://host/@name?limit=3",
  ])("keeps %j", (text) => expect(maskSecrets(text)).toBe(text));
});

describe("a path for the log", () => {
  const encodeAll = (text: string): string => text.replaceAll(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`);

  test.each([
    ["a token", `/v1/songs/${token}`, "/v1/songs/nd_live_[secret]"],
    ["an encoded token", `/v1/${token.replaceAll("_", "%5F")}`, "/v1/[secret]"],
    ["a token encoded twice", `/${encodeAll(token).replaceAll("%", "%25")}/x`, "/[secret]/x"],
    ["an encoded token with more behind it", `/${token.replaceAll("_", "%5F")}%25`, "/[secret]"],
    ["the admin token", `/metrics/${random}`, "/metrics/[secret]"],
    ["a parameter in the wrong place", "/v1/songs&token=abc", "/v1/songs&token=[secret]"],
  ])("does not hold %s", (_, path, expected) => {
    // One random token in millions lacks upper or lower case letters.
    expect(maskPath(path)).toBe(expected);
  });

  test.each([
    "/v1/supervisor/search/7fb09f85-faff-8e81-a049-65ac5e02a52a",
    "/v1/songs/caf%C3%A9%20noir",
    "/v1/songs/100%",
    `/images/${"0f34".repeat(16)}.webp`,
  ])("keeps %j", (path) => expect(maskPath(path)).toBe(path));
});
