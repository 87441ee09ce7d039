/**
 * The cost of uploading 500 MB: MB/s, compared in turns with a bare server that writes the same bytes to disk and digests
 * them, and the memory of the server relative to its idle state.
 *
 *   bun scripts/bench/upload.ts [--rounds 5] [--needledrop dist/needledrop]
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { filmBytes } from "../../test/support/pictures-and-films.ts";
import { createKey, programOf, startServer } from "../lib/program.ts";
import { withFolder } from "../lib/with-folder.ts";
import { memoryOf, watchNumber } from "./processes.ts";
import { send } from "./send-upload.ts";
import { startBaseline } from "./start-baseline.ts";

const MEBIBYTE = 1024 ** 2;
const FILM_BYTES = 500 * MEBIBYTE;
const SAMPLE_EVERY_MS = 10;
const SETTLE_MS = 1_000;
const BOX_HEAD_BYTES = 8;

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" }, needledrop: { type: "string" } } });
const program = programOf(values.needledrop);
await withFolder(async (folder) => {
  const data = join(folder, "data");
  const key = await createKey(program, data, ["--video"]);
  const server = await startServer(program, data);
  const bare = await startBaseline("plain-upload.ts", [join(folder, "plain")]);
  try {
    await compare(server, bare, key.token);
  } finally {
    await Promise.all([server.stop(), bare.stop()]);
  }
});

async function compare(
  server: { readonly pid: number; readonly port: number },
  bare: { readonly port: number },
  token: string,
): Promise<void> {
  const film = await filmBytes();
  // Warms up with small uploads: loading code for the first upload must not count.
  for (let count = 0; count < 3; count++) await upload(server.port, token, film, 0);
  await Bun.sleep(SETTLE_MS);
  const idle = (await memoryOf(server.pid)).now;
  console.log(`idle: ${mib(idle)} MiB`);
  for (let round = 1; round <= Number(values.rounds); round++) {
    const plain = await send(bare.port, ["PUT / HTTP/1.1", "Host: localhost"], payload(film, FILM_BYTES, "", ""));
    const memory = watchNumber(async () => (await memoryOf(server.pid)).now, SAMPLE_EVERY_MS);
    const ours = await upload(server.port, token, film, FILM_BYTES);
    const peak = Math.max(...(await memory.stop()));
    if (ours.status !== 202) throw new Error(`Expected 202, got ${ours.status}.`);
    const rate = (seconds: number): string => (500 / seconds).toFixed(0);
    console.log(
      `round ${round}: ${rate(ours.seconds)} MB/s (bare ${rate(plain.seconds)} MB/s), peak ${mib(peak - idle)} MiB above idle`,
    );
  }
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

/** Returns a film of `size` bytes: a short film and a box that players skip (ISO/IEC 14496-12 section 8.1.2). */
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

function mib(bytes: number): string {
  return (bytes / MEBIBYTE).toFixed(0);
}
