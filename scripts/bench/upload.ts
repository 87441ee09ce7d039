/**
 * What an upload of 500 MB costs: MB/s beside a bare server that writes the same bytes to disk and digests them, and how
 * far the server's memory rises above what it holds when idle. The bare server and ours take turns.
 *
 *   bun scripts/bench/upload.ts [--rounds 5] [--needledrop dist/needledrop]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { filmBytes } from "../../test/support/pictures-and-films.ts";
import { send } from "./send-upload.ts";
import { createKey, memoryOf, programOf, startBare, startServer } from "./started-server.ts";

const MEBIBYTE = 1024 ** 2;
const FILM_BYTES = 500 * MEBIBYTE;
const SAMPLE_EVERY_MS = 10;
const SETTLE_MS = 1_000;
const BOX_HEAD_BYTES = 8;

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" }, needledrop: { type: "string" } } });
const program = programOf(values.needledrop);
const folder = await mkdtemp(join(tmpdir(), "needledrop-bench-"));
const data = join(folder, "data");
const servers: { stop(): Promise<void> }[] = [];
try {
  const key = await createKey(program, data, ["--video"]);
  const server = await startServer(program, data);
  servers.push(server);
  const bare = await startBare("plain-upload.ts", [join(folder, "plain")]);
  servers.push(bare);
  const film = await filmBytes();
  // Small ones first: what a first upload loads is not what the large one costs.
  for (let count = 0; count < 3; count++) await upload(server.port, key.token, film, 0);
  await Bun.sleep(SETTLE_MS);
  const idle = (await memoryOf(server.pid)).now;
  console.log(`idle: ${mib(idle)} MiB`);
  for (let round = 1; round <= Number(values.rounds); round++) {
    const plain = await send(bare.port, ["PUT / HTTP/1.1", "Host: localhost"], payload(film, FILM_BYTES, "", ""));
    const memory = watchMemory(server.pid);
    const ours = await upload(server.port, key.token, film, FILM_BYTES);
    const peak = await memory.stop();
    if (ours.status !== 202) throw new Error(`the upload was answered with ${ours.status}`);
    const rate = (seconds: number): string => (500 / seconds).toFixed(0);
    console.log(
      `round ${round}: ${rate(ours.seconds)} MB/s (bare ${rate(plain.seconds)} MB/s), peak ${mib(peak - idle)} MiB above idle`,
    );
  }
} finally {
  await Promise.all(servers.map((one) => one.stop()));
  await rm(folder, { recursive: true, force: true });
}

function upload(port: number, token: string, film: Uint8Array, size: number) {
  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: video/mp4\r\n\r\n';
  const head = [
    "POST /v1/supervisor/assets HTTP/1.1",
    "Host: localhost",
    `Authorization: Token ${token}`,
    "Content-Type: multipart/form-data; boundary=x",
  ];
  return send(port, head, payload(film, size, part, "\r\n--x--\r\n"));
}

/** A film of `size` bytes: a short one and a box that players skip (ISO/IEC 14496-12 section 8.1.2). */
function payload(film: Uint8Array, size: number, before: string, after: string) {
  const skipped = Math.max(BOX_HEAD_BYTES, size - film.length);
  const box = Buffer.alloc(BOX_HEAD_BYTES);
  box.writeUInt32BE(skipped, 0);
  box.write("free", 4, "latin1");
  return {
    before: Buffer.concat([Buffer.from(before), film, box]),
    size: skipped - BOX_HEAD_BYTES,
    after: Buffer.from(after),
  };
}

function watchMemory(pid: number): { stop(): Promise<number> } {
  const watched = { peak: 0, isStopped: false };
  const watching = (async () => {
    while (!watched.isStopped) {
      watched.peak = Math.max(watched.peak, (await memoryOf(pid)).now);
      await Bun.sleep(SAMPLE_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      watched.isStopped = true;
      await watching;
      return watched.peak;
    },
  };
}

function mib(bytes: number): string {
  return (bytes / MEBIBYTE).toFixed(0);
}
