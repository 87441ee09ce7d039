import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { AudioUnreadable } from "../../../src/audio/audio-unreadable.ts";
import { chipsOf } from "../../../src/media/imprint/chips.ts";
import { FALSE_ACCUSATION_MAX } from "../../../src/media/imprint/find-imprints.ts";
import { PERIOD_SECONDS } from "../../../src/media/imprint/imprint-form.ts";
import { type ReadImprints, readImprints } from "../../../src/media/imprint/read-imprints.ts";
import { makeWatermarked } from "../../../src/media/make/make-watermarked.ts";
import { generatedMark } from "../../../src/media/make/mark.ts";
import { TestFolder } from "../../support/temporary-folder.ts";
import { ffmpeg, musicWav, silentWav, tools } from "../make/sound.ts";

setDefaultTimeout(60_000);

const SECONDS = 18;
const SECRET = "a secret of an installation";
const RECIPIENTS = Array.from({ length: 40 }, (_, index) => index + 1);
const KIM = 7;
const ANA = 21;

const folder = new TestFolder();

/** Marks a file as the server does. */
async function imprinted(source: string, name: string, recipient: number): Promise<string> {
  const marks = { mark: generatedMark(), imprint: { secret: SECRET, recipient } };
  await makeWatermarked(source, folder.to(name), marks, tools());
  return folder.to(name);
}

async function search(path: string, secret = SECRET): Promise<ReadImprints> {
  return await readImprints(path, { secret, recipients: RECIPIENTS }, tools());
}

function namesIn({ found }: ReadImprints): readonly number[] {
  return found.map(({ recipient }) => recipient);
}

describe("a file with an imprint", () => {
  let kims: string;
  beforeAll(async () => {
    kims = await imprinted(await folder.file("song.wav", musicWav(SECONDS)), "kim.mp3", KIM);
  });

  const excerpt = ["-ss", "7.43", "-t", "10"] as const;
  test.each([
    ["MP3 of 128 kbit/s", "mp3.mp3", ["-b:a", "128k"]],
    [
      "mono AAC at 48 kHz and half the level",
      "aac.m4a",
      ["-af", "volume=0.5", "-ac", "1", "-ar", "48000", "-b:a", "128k"],
    ],
  ])("is traced to its recipient by ten seconds as %s", async (_, name, options) => {
    await ffmpeg(...excerpt, "-i", kims, ...options, folder.to(name));
    const found = await search(folder.to(name));
    expect(namesIn(found)).toEqual([KIM]);
    expect(found.found[0]?.falseAccusationRate).toBeLessThan(FALSE_ACCUSATION_MAX);
    expect(found.seconds).toBeGreaterThan(PERIOD_SECONDS);
  });

  test("is traced to nobody with another secret", async () => {
    const found = await search(kims, "another secret");
    expect(found.found).toEqual([]);
    expect(found.best).toBeLessThan(found.threshold ?? 0);
  });

  test("is traced to both if a second imprint was added", async () => {
    const both = await imprinted(kims, "both.mp3", ANA);
    expect(namesIn(await search(both)).toSorted((one, other) => one - other)).toEqual([KIM, ANA]);
  });
});

test("a file without an imprint is traced to nobody", async () => {
  const found = await search(await folder.file("plain.wav", musicWav(12)));
  expect(found.found).toEqual([]);
  expect(found.correlations).toBeGreaterThan(0);
});

test("silence is not searched, and a sound shorter than a period is", async () => {
  expect(await search(await folder.file("silent.wav", silentWav(3)))).toMatchObject({
    found: [],
    threshold: null,
    best: null,
  });
  const short = await search(await folder.file("short.wav", musicWav(2)));
  expect(short.found).toEqual([]);
  expect(short.best).not.toBeNull();
});

test("a mono source of 8 kHz keeps its form and is traced", async () => {
  const source = await folder.file("phone.wav", musicWav(SECONDS, { channels: 1, rate: 8_000 }));
  expect(namesIn(await search(await imprinted(source, "phone.mp3", ANA)))).toEqual([ANA]);
});

test("a file that is no sound is refused", async () => {
  const path = await folder.file("text.mp3", new TextEncoder().encode("no sound"));
  expect(search(path)).rejects.toThrow(AudioUnreadable);
});

test("patterns are those of their recipient and secret, and have as many signs of each kind", () => {
  const [one, same, other] = [chipsOf(SECRET, KIM), chipsOf(SECRET, KIM), chipsOf(SECRET, ANA)];
  const deviations = (values: Int8Array): number =>
    Math.abs(values.reduce((sum, value) => sum + value, 0)) / Math.sqrt(values.length);
  expect(one).toEqual(same);
  expect(deviations(one)).toBeLessThan(4);
  expect(deviations(one.map((value, at) => value * (other[at] ?? 0)))).toBeLessThan(4);
});
