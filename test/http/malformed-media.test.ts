import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { appendFile, chmod, mkdir, open, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { dirname, join } from "node:path";
import type { MediaTarget } from "../../src/media/signed-url.ts";
import { MediaOverHttp } from "../support/media-over-http.ts";

const MEBIBYTE = 1024 ** 2;
const LONG_BYTES = 64 * MEBIBYTE;
const ODD_NAMES = [
  "plain.wav",
  'quote".wav',
  "semi;colon,comma=.wav",
  "per%2fcent%00.wav",
  "back\\slash.wav",
  "new\nline\rreturn.wav",
  "tab\tbell\u0007.wav",
  " blanks .wav",
  "..dots...wav",
  "-rf.wav",
  "ünïcödé – 音楽 🎵.wav",
  "e\u0301 combining.wav",
  "rtl \u202egnp.wav",
  `${"long".repeat(60)}.wav`,
  "file:name?query#hash.wav",
  "UPPER.WAV",
];
const WAV: MediaTarget = { kind: "wav", audioFileId: "wav" };
const MP3: MediaTarget = { kind: "mp3", audioFileId: "mp3" };
const ZIP: MediaTarget = { kind: "stems", songId: "1" };
const KINDS: readonly (readonly [string, MediaTarget, string])[] = [
  ["WAV", WAV, "a.wav"],
  ["MP3", MP3, "a.mp3"],
  ["zip", ZIP, "a.zip"],
];

let media: MediaOverHttp;
const pathOf = (name: string): string => join(media.app.folder, "dump", name);
beforeAll(async () => {
  const files = Object.fromEntries(
    ["a.wav", "a.mp3", "a.zip", ...ODD_NAMES].map((name) => [name, `content of ${name}`]),
  );
  const odd = ODD_NAMES.map((name, index) => ({ id: `odd${index}`, description: name, wav: name }));
  const audioFiles = [{ id: "wav", wav: "a.wav" }, { id: "mp3", mp3: "a.mp3" }, ...odd];
  media = await MediaOverHttp.create({
    dump: [{ id: "1", title: "Broken Things", audio_files: audioFiles, stems: "a.zip" }],
    files,
  });
});
afterAll(() => media.close());
beforeEach(async () => {
  for (const [, , name] of KINDS) {
    await rm(pathOf(name), { recursive: true, force: true });
    await writeFile(pathOf(name), `content of ${name}`);
  }
});

describe.each([...KINDS])("a %s", (_kind, target, name) => {
  test("that is empty is sent, and a range in it is refused", async () => {
    await writeFile(pathOf(name), "");
    const answer = await media.get(target);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-length"]).toBe("0");
    expect((await media.get(target, { range: "bytes=0-" })).status).toBe(416);
  });

  test("that is truncated is sent to its end", async () => {
    await truncate(pathOf(name), 7);
    expect((await media.get(target)).body.toString()).toBe("content");
    expect((await media.get(target, { range: "bytes=5-100" })).headers["content-range"]).toBe("bytes 5-6/7");
  });

  test.each<[string, (path: string) => Promise<unknown>]>([
    ["is missing", async () => undefined],
    ["is a folder", (path) => mkdir(path)],
    ["is a pipe", (path) => Bun.spawn(["mkfifo", path]).exited],
    ["is a link to nowhere", (path) => symlink("/nowhere/at/all", path)],
    ["is a link to itself", (path) => symlink(path, path)],
    ["is a device", (path) => symlink("/dev/zero", path)],
    ["has a name below a file", (path) => symlink(join(pathOf("plain.wav"), "x"), path)],
  ])("that %s is 404, without a word on where it is", async (_title, make) => {
    await rm(pathOf(name));
    await make(pathOf(name));
    for (const range of ["bytes=0-", "bytes=-1", "bytes=0-0"]) {
      const answer = await media.get(target, { range });
      expect(answer.status).toBe(404);
      expect(answer.body.toString()).not.toContain(media.app.folder);
    }
    expect((await media.ask("HEAD", media.signed(target))).status).toBe(404);
  });

  test.skipIf(process.getuid?.() === 0)("that may not be read is 404", async () => {
    await chmod(pathOf(name), 0o000);
    expect((await media.get(target)).status).toBe(404);
  });
});

describe("a file of 5 GB", () => {
  const SIZE = 5 * 1024 ** 3;
  const MARK = "here";

  test.each([2 ** 31 - 2, 2 ** 32 - 2, 2 ** 32, SIZE - MARK.length])("has ranges beyond 4 GB: at %d", async (at) => {
    await truncate(pathOf("a.wav"), SIZE);
    const file = await open(pathOf("a.wav"), "r+");
    await file.write(MARK, at);
    await file.close();
    const answer = await media.get(WAV, { range: `bytes=${at}-${at + 3}` });
    expect(answer.status).toBe(206);
    expect(answer.body.toString()).toBe(MARK);
    expect(answer.headers["content-range"]).toBe(`bytes ${at}-${at + 3}/${SIZE}`);
  });

  test("has its length in the headers", async () => {
    await truncate(pathOf("a.wav"), SIZE);
    expect((await media.ask("HEAD", media.signed(WAV))).headers["content-length"]).toBe(String(SIZE));
  });
});

describe("a name on disk", () => {
  test.each(ODD_NAMES.map((name, index) => [name, index] as const))(
    "%p is no obstacle, and safe in a header",
    async (name, index) => {
      const answer = await media.get({ kind: "wav", audioFileId: `odd${index}` });
      expect(answer.status).toBe(200);
      expect(answer.body.toString()).toBe(`content of ${name}`);
      const disposition = answer.headers["content-disposition"] ?? "";
      expect(disposition).toMatch(/^attachment; filename="[^"\\/]+\.wav"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/i);
      expect(dirname(disposition.slice(disposition.indexOf("''")))).toBe(".");
    },
  );
});

describe("a file that changes while it is sent", () => {
  const changes: readonly (readonly [string, (path: string) => Promise<void>, number])[] = [
    ["shrinks", (path) => truncate(path, 8 * MEBIBYTE), 8 * MEBIBYTE],
    ["is emptied", (path) => truncate(path, 0), 0],
    ["is replaced", replace, LONG_BYTES],
    ["is deleted", (path) => rm(path), LONG_BYTES],
    ["grows", (path) => appendFile(path, "more"), LONG_BYTES],
  ];

  test.each([...changes])(
    "and %s ends its download, and the next request is answered",
    async (_title, change, leastBytes) => {
      await writeFile(pathOf("a.wav"), Buffer.alloc(LONG_BYTES, "A"));
      const reader = await SlowReader.open(media.port, media.signed(WAV));
      await change(pathOf("a.wav"));
      const received = await reader.readToEnd();
      expect(received).toBeGreaterThanOrEqual(leastBytes);
      expect(received).toBeLessThanOrEqual(LONG_BYTES + reader.headBytes);
      expect([200, 404]).toContain((await media.ask("HEAD", media.signed(WAV))).status);
    },
  );
});

async function replace(path: string): Promise<void> {
  await writeFile(`${path}.new`, "another");
  await rename(`${path}.new`, path);
}

/** A client that reads the beginning of a response, and then stops. */
class SlowReader {
  readonly #socket: Socket;
  #received: number;
  readonly headBytes: number;

  private constructor(socket: Socket, first: Buffer) {
    this.#socket = socket;
    this.#received = first.length;
    this.headBytes = first.indexOf("\r\n\r\n") + 4;
  }

  static async open(port: number, target: string): Promise<SlowReader> {
    const socket = connect(port, "127.0.0.1");
    socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const first = await new Promise<Buffer>((resolve) => {
      socket.once("data", (data: Buffer) => {
        socket.pause();
        resolve(data);
      });
    });
    return new SlowReader(socket, first);
  }

  /** Returns all received bytes after the server has closed the connection. */
  readToEnd(): Promise<number> {
    return new Promise((resolve) => {
      this.#socket.on("data", (data) => (this.#received += data.length));
      this.#socket.on("error", () => undefined);
      this.#socket.on("close", () => resolve(this.#received));
      this.#socket.resume();
    });
  }
}
