import { Type } from "@sinclair/typebox";
import { beforeAll, describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type FfmpegSource, sourceOptions } from "../../src/native/ffmpeg-source.ts";
import { FfmpegKilled, runFfmpeg } from "../../src/native/run-ffmpeg.ts";
import { readHeader, runFfprobe } from "../../src/native/run-ffprobe.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const SOURCE: FfmpegSource = { path: "/music/song.wav", demuxer: "wav" };
const LIMITS = { timeoutMs: 20_000, outputBytesMax: 10_000 };
/** Kilobytes; macOS cannot limit the address space. */
const MEMORY_LIMIT = process.platform === "linux" ? "1464844" : "unlimited";
const SOURCES = join(import.meta.dir, "../../src");
const SHOW = 'echo "$@"; ulimit -v';

let folder: string;
let program: string;

beforeAll(async () => {
  folder = temporaryFolder();
  program = join(folder, "ffmpeg");
  await writeFile(program, `#!/bin/sh\n${SHOW}\n`, { mode: 0o700 });
});

describe("the source options", () => {
  test.each<[string, FfmpegSource, string]>([
    ["an audio file", SOURCE, "-protocol_whitelist file,pipe -f wav -i file:/music/song.wav"],
    [
      "a film, with a limit on the size of a frame",
      { path: "/films/a.mp4", demuxer: "mov", pixelsMax: 1_000 },
      "-max_pixels 1000 -protocol_whitelist file,pipe -f mov -i file:/films/a.mp4",
    ],
    ["stdin, without access to files", { path: null, demuxer: "wav" }, "-protocol_whitelist pipe -f wav -i pipe:0"],
  ])("are those for %s", (_title, source, options) => {
    expect(sourceOptions(source).join(" ")).toBe(options);
  });
});

test("ffmpeg is quiet, has one thread, no stdin, and the memory limit", async () => {
  let output = "";
  const ended = await runFfmpeg(
    program,
    { source: SOURCE, inputOptions: ["-ss", "2"], options: ["pipe:1"], limits: LIMITS, priority: "background" },
    (chunk) => void (output += new TextDecoder().decode(chunk)),
  );
  expect(ended).toMatchObject({ end: "exited", exitCode: 0 });
  const source = sourceOptions(SOURCE).join(" ");
  expect(output).toBe(
    `-v error -nostdin -nostats -hide_banner -y -threads 1 -ss 2 ${source} pipe:1\n${MEMORY_LIMIT}\n`,
  );
});

describe("how ffmpeg ended", () => {
  async function run(script: string): Promise<unknown> {
    const ffmpeg = join(folder, `ffmpeg-${Bun.hash(script)}`);
    await writeFile(ffmpeg, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    const options = { source: SOURCE, options: [], limits: LIMITS, priority: "background" } as const;
    return await runFfmpeg(ffmpeg, options, () => undefined);
  }

  test.each([
    ["SIGKILL", "kill -KILL $$"],
    ["SIGTERM", "kill -TERM $$"],
    ["SIGINT", "kill -INT $$"],
    ["SIGHUP", "kill -HUP $$"],
    ["a signal that it answers with its status 255", "exit 255"],
  ])("is an error after %s", async (_title, script) => expect(run(script)).rejects.toBeInstanceOf(FfmpegKilled));

  test.each([
    ["a crash", "kill -SEGV $$", { exitCode: null, signal: "SIGSEGV" }],
    ["a file that it cannot open", "exit 183", { exitCode: 183, signal: null }],
    [
      "an error of its own with status 255, which is that of EPERM",
      "echo 'Error opening input: Operation not permitted' >&2; exit 255",
      { exitCode: 255, signal: null },
    ],
  ])("is returned after %s", async (_title, script, ended) => expect(await run(script)).toMatchObject(ended));
});

test("ffprobe prints JSON, and has the memory limit", async () => {
  const { stdout } = await runFfprobe(program, SOURCE, "format=duration", { priority: "background" });
  expect(new TextDecoder().decode(stdout)).toBe(
    `-v error -show_entries format=duration -of json ${sourceOptions(SOURCE).join(" ")}\n${MEMORY_LIMIT}\n`,
  );
});

describe("reading a header with ffprobe", () => {
  const limits = { timeoutMs: 20_000, cpuMsMax: 1_000 };

  async function read(script: string, timeoutMs = limits.timeoutMs): Promise<unknown> {
    const ffprobe = join(folder, `ffprobe-${Bun.hash(script)}`);
    await writeFile(ffprobe, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    const query = { entries: "format", report: Type.Object({ format: Type.String() }) };
    return readHeader(ffprobe, SOURCE, query, { priority: "background", limits: { ...limits, timeoutMs } });
  }

  test.each([
    ["returns the report", `echo '{"format":"wav"}'`, { format: "wav" }],
    ["finds a file unreadable with another report", `echo '{"format":1}'`, "unreadable"],
    ["finds a file unreadable that ffprobe cannot read", "exit 1", "unreadable"],
    ["finds a file unreadable that crashes ffprobe", "kill -SEGV $$", "unreadable"],
    ["finds a file too slow that uses up the processor time", "while :; do :; done", "too slow"],
  ])("%s", async (_title, script, expected) => expect(await read(script)).toEqual(expected));

  test.each([
    ["did not start", "echo missing library >&2; exit 127", "ffprobe failed (status 127): missing library"],
    ["was killed by the system", "kill -KILL $$", "ffprobe failed (SIGKILL): "],
    ["was ended by a stop of the service", "kill -TERM $$", "ffprobe failed (SIGTERM): "],
    ["was ended by Ctrl-C", "kill -INT $$", "ffprobe failed (SIGINT): "],
  ])("fails if ffprobe %s", async (_title, script, message) => expect(read(script)).rejects.toThrow(message));

  test("fails if ffprobe does not end", async () =>
    expect(read("exec sleep 60", 200)).rejects.toThrow("ffprobe did not end within 0.2 seconds."));
});

test("no other file sets the options for untrusted sources", async () => {
  const files = await Array.fromAsync(new Bun.Glob("**/*.ts").scan(SOURCES));
  const texts = await Promise.all(
    files.map(async (file) => ({ file, text: await Bun.file(join(SOURCES, file)).text() })),
  );
  const setting = texts.filter(({ text }) => /"-(?:protocol_whitelist|max_pixels|nostdin)"/.test(text));
  expect(setting.map(({ file }) => file).toSorted()).toEqual(["native/ffmpeg-source.ts", "native/run-ffmpeg.ts"]);
});

test("both throw the reason of the signal", async () => {
  const signal = AbortSignal.abort(new Error("the server stops"));
  const run = { priority: "background", signal } as const;
  const ffmpeg = runFfmpeg(program, { ...run, source: SOURCE, options: [], limits: LIMITS }, () => undefined);
  await expect(ffmpeg).rejects.toThrow("the server stops");
  await expect(runFfprobe(program, SOURCE, "format", run)).rejects.toThrow("the server stops");
});
