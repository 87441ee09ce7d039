import { expect, test } from "bun:test";
import { checkNativeParts } from "../../src/native/check.ts";
import { type NativeParts, openNativeParts } from "../../src/native/native-parts.ts";

test("sharp, ffprobe and ffmpeg each complete a real job and report their versions", async () => {
  const checks = await checkNativeParts(openNativeParts("/nonexistent"));
  expect(checks.map((one) => [one.name, one.works, one.detail])).toEqual([
    ["sharp", true, "converted a PNG to a JPEG"],
    ["ffprobe", true, "read a WAV"],
    ["ffmpeg", true, "converted a WAV to an MP3"],
  ]);
  for (const { version, origin } of checks) {
    expect(version).toMatch(/\d\.\d/);
    expect(origin).toBe("node_modules");
  }
});

test("a part that does not work is reported with the reason, and the others are still checked", async () => {
  const parts: NativeParts = {
    origin: "embedded",
    ffprobePath: async () => "/bin/false",
    ffmpegPath: async () => "/bin/true",
    loadSharp: () => Promise.reject(new Error("no room on the disk")),
    prepare: async () => undefined,
  };
  const checks = await checkNativeParts(parts);
  expect(checks.map((one) => one.works)).toEqual([false, false, false]);
  expect(checks.map((one) => one.detail)).toEqual([
    "no room on the disk",
    expect.stringContaining("/bin/false failed (exited, exit status 1)"),
    "/bin/true -version printed no version",
  ]);
});
