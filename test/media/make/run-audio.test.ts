import { describe, expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { getPriority } from "node:os";
import { MakingFailed } from "../../../src/media/make/making-failed.ts";
import { type AudioTask, runAudioFfmpeg } from "../../../src/media/make/run-audio.ts";
import type { ChildPriority } from "../../../src/native/run-child.ts";
import { silentWav } from "./sound.ts";
import { TestFolder } from "../../support/temporary-folder.ts";

const folder = new TestFolder();
/** Runs a shell script in place of ffmpeg. */
async function run(
  script: string,
  task: Partial<AudioTask> = {},
  priority: ChildPriority = "background",
): Promise<unknown> {
  const program = await folder.file("ffmpeg", `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o700);
  const source = await folder.file("song.wav", silentWav(0.1));
  const parts = { ffmpegPath: async () => program, ffprobePath: async () => program };
  const tools = { parts, signal: new AbortController().signal, priority: () => priority };
  return await runAudioFfmpeg(tools, { source, options: [], ...task }).catch((error: unknown) => error);
}

describe("a file fails when its decoder", () => {
  test.each<[string, string, Partial<AudioTask>, RegExp]>([
    ["crashes", "kill -SEGV $$", {}, /^The decoder crashed \(SIGSEGV\)\.$/],
    [
      "spins",
      "while :; do :; done",
      { cpuMsMax: 1_000, timeoutMs: 20_000 },
      /^It took more than 1 second of processor time\.$/,
    ],
    ["fails", "echo trouble >&2; exit 1", {}, /^It cannot be decoded: trouble$/],
    ["fails without a message", "exit 1", {}, /^It cannot be decoded: no reason given$/],
    ["writes more than its limit", "exec head -c 1000 /dev/zero", { outputBytesMax: 10 }, /^It is too long\.$/],
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

test.each<[string, string, Partial<AudioTask>]>([
  ["a full disk", "echo 'x: No space left on device' >&2; exit 1", {}],
  ["being killed from outside", "kill -KILL $$", {}],
  ["a stop of the service", "exit 255", {}],
  ["a busy machine", "exec sleep 60", { timeoutMs: 200 }],
])("%s is not the file's fault", async (_title, script, task) => {
  const failure = await run(script, task);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(MakingFailed);
});

test("it gets the demuxer for the first bytes, and only the protocols file and pipe", async () => {
  const failure = await run('echo "$@" >&2; exit 1');
  expect(String(failure)).toContain("-protocol_whitelist file,pipe -f wav -i the file");
});

test.each<[ChildPriority, string]>([
  ["request", String(getPriority())],
  ["background", "19"],
])("a child for a %s has the nice value %s", async (priority, nice) => {
  const failure = await run("cut -d ' ' -f 19 /proc/self/stat >&2; exit 1", {}, priority);
  expect(failure instanceof Error ? failure.message : "").toBe(`It cannot be decoded: ${nice}`);
});
