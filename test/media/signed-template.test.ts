import { expect, test } from "bun:test";
import { signTemplate, templateOf } from "../../src/media/signed-template.ts";
import { type MediaTarget, signUrl } from "../../src/media/signed-url.ts";

const BASE = "https://nd.example/a";
const TARGETS: readonly MediaTarget[] = [
  { kind: "mp3", audioFileId: "file/2 ü%" },
  { kind: "wav", audioFileId: "9001" },
  { kind: "watermarked", audioFileId: '"9' },
  { kind: "stems", songId: "'()*!" },
];

/** A text in several scripts with the links of a grant, and others that look the same. */
function textFor(secret: string, expires: number, others: readonly string[]): string {
  const grant = { keyId: "k", searchId: "s", expires };
  const links = TARGETS.map((target) => signUrl({ baseUrl: BASE, secret }, target, grant));
  return JSON.stringify({ title: "Wörter 言葉 🎵", links, others });
}

test("a template gives the text that is signed with another secret and expiry, byte by byte", () => {
  const first = { keyId: "k", searchId: "s", expires: 1_800_000_000 };
  const template = templateOf(textFor("one", first.expires, []), first, "one");
  for (const expires of [1_800_000_001, 1_900_000_000]) {
    expect(new TextDecoder().decode(signTemplate(template, "two", expires))).toBe(textFor("two", expires, []));
  }
});

test("a signed text stays as it is when the template is signed again", () => {
  const grant = { keyId: "k", searchId: "s", expires: 1_800_000_000 };
  const template = templateOf(textFor("one", grant.expires, []), grant, "one");
  const first = signTemplate(template, "two", 1_800_000_001);
  signTemplate(template, "two", 1_900_000_000);
  expect(new TextDecoder().decode(first)).toBe(textFor("two", 1_800_000_001, []));
});

test("a template leaves what only looks like a signed link as it is", () => {
  const grant = { keyId: "k", searchId: "s", expires: 1_800_000_000 };
  const forged = TARGETS.map((target) => signUrl({ baseUrl: BASE, secret: "another" }, target, grant));
  const template = templateOf(textFor("one", grant.expires, forged), grant, "one");
  expect(template.holes).toHaveLength(TARGETS.length);
  expect(new TextDecoder().decode(signTemplate(template, "two", 1_800_000_009))).toBe(
    textFor("two", 1_800_000_009, forged),
  );
});
