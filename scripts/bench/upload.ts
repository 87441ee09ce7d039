/**
 * What an upload of 500 MB costs: MB/s beside a bare server that writes the same bytes to disk and digests them, and how
 * far the server's memory rises above what it holds when idle. The bare server and ours take turns.
 *
 *   bun scripts/bench/upload.ts [--rounds 5] [--needledrop dist/needledrop]
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { filmBytes } from "../../test/support/pictures-and-films.ts";
import { send } from "./send-upload.ts";

const MEBIBYTE = 1024 ** 2;
const FILM_BYTES = 500 * MEBIBYTE;
const READY_WITHIN_MS = 60_000;
const SAMPLE_EVERY_MS = 10;
const SETTLE_MS = 1_000;
const BOX_HEAD_BYTES = 8;

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" }, needledrop: { type: "string" } } });
const needledrop = values.needledrop === undefined ? [process.execPath, "src/main.ts"] : [values.needledrop];
const folder = await mkdtemp(join(tmpdir(), "needledrop-bench-"));
const data = join(folder, "data");
const children: ReturnType<typeof Bun.spawn>[] = [];
try {
  const made = Bun.spawnSync([...needledrop, "keys", "create", "--name", "bench", "--video", "--json", "--data", data]);
  const key: { token: string } = JSON.parse(made.stdout.toString());
  const port = await serve();
  const plainPort = await servePlain();
  const film = await filmBytes();
  const pid = children[0]?.pid ?? 0;
  // Small ones first: what a first upload loads is not what the large one costs.
  for (let count = 0; count < 3; count++) await upload(port, key.token, film, 0);
  await Bun.sleep(SETTLE_MS);
  const idle = await residentBytes(pid);
  console.log(`idle: ${mib(idle)} MiB`);
  for (let round = 1; round <= Number(values.rounds); round++) {
    const plain = await send(plainPort, ["PUT / HTTP/1.1", "Host: localhost"], payload(film, FILM_BYTES, "", ""));
    const memory = watchMemory(pid);
    const ours = await upload(port, key.token, film, FILM_BYTES);
    const peak = await memory.stop();
    if (ours.status !== 202) throw new Error(`the upload was answered with ${ours.status}`);
    const rate = (seconds: number): string => (500 / seconds).toFixed(0);
    console.log(
      `round ${round}: ${rate(ours.seconds)} MB/s (bare ${rate(plain.seconds)} MB/s), peak ${mib(peak - idle)} MiB above idle`,
    );
  }
} finally {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(children.map((child) => child.exited));
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

async function serve(): Promise<number> {
  const child = Bun.spawn([...needledrop, "serve", "--port", "0", "--json", "--data", data], {
    stdout: "pipe",
    stderr: "ignore",
  });
  children.push(child);
  const line: { url: string } = JSON.parse(await firstLine(child.stdout));
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!(await fetch(`${line.url}/readyz`)).ok) {
    if (performance.now() > deadline) throw new Error("the server did not become ready");
    await Bun.sleep(SAMPLE_EVERY_MS);
  }
  return Number(new URL(line.url).port);
}

async function servePlain(): Promise<number> {
  const program = [process.execPath, "scripts/bench/plain-upload.ts", join(folder, "plain")];
  const child = Bun.spawn(program, { stdout: "pipe", stderr: "inherit" });
  children.push(child);
  return Number(await firstLine(child.stdout));
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { done, value } = await reader.read();
    if (done) throw new Error("a server ended before it had started");
    text += new TextDecoder().decode(value);
  }
  reader.releaseLock();
  return text.slice(0, text.indexOf("\n"));
}

function watchMemory(pid: number): { stop(): Promise<number> } {
  const watched = { peak: 0, isStopped: false };
  const watching = (async () => {
    while (!watched.isStopped) {
      watched.peak = Math.max(watched.peak, await residentBytes(pid));
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

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024;
}

function mib(bytes: number): string {
  return (bytes / MEBIBYTE).toFixed(0);
}
