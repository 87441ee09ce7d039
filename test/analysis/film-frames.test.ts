import { describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { join } from "node:path";
import { runOnFilm } from "../../src/analysis/film/run-on-film.ts";
import { frameAt } from "../../src/analysis/film-frames.ts";
import type { FilmProbe } from "../../src/analysis/pool/protocol.ts";
import { FilmUnreadable } from "../../src/analysis/unreadable.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const never = new AbortController().signal;

const folder = temporaryFolder();
/** A film whose decoder is a shell script. */
async function filmWith(script: string): Promise<FilmProbe> {
  const ffmpegPath = join(folder, `ffmpeg-${Bun.hash(script)}`);
  await writeFile(ffmpegPath, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  const size = { width: 320, height: 180, duration: 2, frameRate: 25 };
  return { ...size, container: "mov", videoCodec: "h264", x264Version: null, hasAudio: false, ffmpegPath };
}

describe("a frame of a film", () => {
  test("for the blocklist can be larger than one for the analysis", async () => {
    const film = await filmWith('echo "$@"');
    let options = "";
    const limits = { cpuMsMax: 10_000, outputBytesMax: 1_000 };
    await runOnFilm("/a.mp4", film, { options: [], limits, signal: never }, (chunk) => {
      options += new TextDecoder().decode(chunk);
    });
    expect(options).toContain("-max_pixels 36000000 -protocol_whitelist file,pipe -f mov -i file:/a.mp4");
    const frame = new TextDecoder().decode((await frameAt("/a.mp4", film, 1)) ?? undefined);
    expect(frame).toContain("-ss 1.000 -max_pixels 67108864 -protocol_whitelist file,pipe -f mov -i file:/a.mp4");
  });

  test("is null if the decoder crashes or prints nothing", async () => {
    expect(await frameAt("/a.mp4", await filmWith("exit 0"), 1)).toBeNull();
    expect(await frameAt("/a.mp4", await filmWith("kill -SEGV $$"), 1)).toBeNull();
  });
});

describe("a decoder of a film", () => {
  test("has the priority of the process that analyses the film", async () => {
    const own = `${getPriority()}\n`;
    const film = await filmWith("nice");
    let niceness = "";
    const run = { options: [], limits: { cpuMsMax: 10_000, outputBytesMax: 1_000 }, signal: never };
    await runOnFilm("/a.mp4", film, run, (chunk) => void (niceness += new TextDecoder().decode(chunk)));
    expect(niceness).toBe(own);
    expect(new TextDecoder().decode((await frameAt("/a.mp4", film, 1)) ?? undefined)).toBe(own);
  });

  test("fails the film if it uses up its processor time, and not if it crashes", async () => {
    const run = { options: [], limits: { cpuMsMax: 1_000, outputBytesMax: 1_000 }, signal: never };
    const spinning = runOnFilm("/a.mp4", await filmWith("while :; do :; done"), run, () => undefined);
    await expect(spinning).rejects.toThrow(
      new FilmUnreadable("Decoding a part of it takes more than 1 seconds of processor time."),
    );
    const ended = await runOnFilm("/a.mp4", await filmWith("kill -SEGV $$"), run, () => undefined);
    expect(ended).toMatchObject({ end: "exited", signal: "SIGSEGV" });
  }, 60_000);
});
