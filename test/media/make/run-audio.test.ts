import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { MakingFailed } from "../../../src/media/make/making-failed.ts";
import { type AudioTask, runAudioFfmpeg } from "../../../src/media/make/run-audio.ts";
import { Folder, silentWav } from "./sound.ts";

let folder: Folder;
beforeAll(async () => {
  folder = await Folder.create();
});
afterAll(() => folder.remove());

/** Runs a shell script in place of ffmpeg. */
async function run(script: string, task: Partial<AudioTask> = {}): Promise<unknown> {
  const program = await folder.file("ffmpeg", `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o700);
  const source = await folder.file("song.wav", silentWav(0.1));
  const parts = { ffmpegPath: async () => program, ffprobePath: async () => program };
  const tools = { parts, signal: new AbortController().signal };
  return await runAudioFfmpeg(tools, { source, options: [], ...task }).catch((error: unknown) => error);
}

describe("a decoder fails its file when it", () => {
  test.each<[string, string, Partial<AudioTask>, RegExp]>([
    ["crashes", "kill -SEGV $$", {}, /^The decoder crashed \(SIGSEGV\)\.$/],
    ["hangs", "exec sleep 60", { timeoutMs: 200 }, /^It took more than 0\.2 seconds\.$/],
    ["fails", "echo trouble >&2; exit 1", {}, /^It cannot be decoded: trouble$/],
    ["says nothing", "exit 1", {}, /^It cannot be decoded: no reason given$/],
    ["writes more than it may", "exec head -c 1000 /dev/zero", { outputBytesMax: 10 }, /^It is too long\.$/],
  ])("%s", async (_title, script, task, message) => {
    const failure = await run(script, task);
    expect(failure).toBeInstanceOf(MakingFailed);
    expect(failure instanceof Error ? failure.message : "").toMatch(message);
  });

  test("writes a file above its limit", async () => {
    const script = `exec head -c 2000000 /dev/zero > ${folder.to("large")}`;
    const failure = await run(script, { fileBytesMax: 1_000_000 });
    expect(failure).toBeInstanceOf(MakingFailed);
    // The limit counts blocks of 512 bytes.
    expect(Bun.file(folder.to("large")).size).toBeLessThan(1_001_000);
  });
});

test("the sentence contains no path", async () => {
  const failure = await run(`echo "file:${folder.to("song.wav")}: Invalid data" >&2; exit 1`);
  expect(failure instanceof Error ? failure.message : "").toBe("It cannot be decoded: the file: Invalid data");
});

test.each([
  ["a full disk", "echo 'x: No space left on device' >&2; exit 1"],
  ["being killed from outside", "kill -KILL $$"],
])("%s is not the fault of the file", async (_title, script) => {
  const failure = await run(script);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(MakingFailed);
});

test("it gets the demuxer for the first bytes, and only the protocols file and pipe", async () => {
  const failure = await run('echo "$@" >&2; exit 1');
  expect(String(failure)).toContain("-protocol_whitelist file,pipe -f wav -i the file");
});
