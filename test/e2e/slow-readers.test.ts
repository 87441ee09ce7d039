import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdir, readFile, truncate } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { Appliance, type Serving } from "../support/appliance.ts";

const READERS = 200;
const FILE_BYTES = 200 * 1024 ** 2;
/** Buffering the file for 200 readers would take 40 GB; a megabyte for each would take 200 MB. */
const MEMORY_BYTES_MAX = 100 * 1024 ** 2;
const UNTIL_MS = 10_000;
const POLL_MS = 25;

let appliance: Appliance;
let server: Serving;
let path = "";
beforeAll(async () => {
  appliance = await Appliance.create();
  const wav = await appliance.file("long.wav", "");
  await truncate(wav, FILE_BYTES);
  const song = { id: "1", title: "Long", audio_files: [{ id: "9001", wav: "long.wav" }] };
  const dump = await appliance.file("catalog.jsonl", JSON.stringify(song));
  await appliance.json("import", dump, "--media", "in-place");
  const key = await appliance.json<{ token: string }>("keys", "create", "--name", "slow", "--mode", "live");
  server = await appliance.serve();
  const headers = { authorization: `Token ${key.token}` };
  const text = await (await fetch(`${server.url}/v1/songs/1`, { headers })).text();
  const url = new URL(/http[^"]+full\.wav[^"]+/.exec(text)?.[0] ?? "");
  path = url.pathname + url.search;
}, 60_000);
afterAll(() => appliance.remove());

describe(`${READERS} clients that stop reading`, () => {
  test("use limited memory, and their descriptors are released when they disconnect", async () => {
    const before = { memory: await residentBytes(), descriptors: await descriptors() };
    const sockets = await Promise.all(Array.from({ length: READERS }, openReader));
    expect(await descriptors()).toBeGreaterThanOrEqual(before.descriptors + READERS);
    expect((await residentBytes()) - before.memory).toBeLessThan(MEMORY_BYTES_MAX);
    // Other clients are still served.
    expect((await fetch(`${server.url}/healthz`)).ok).toBe(true);
    for (const socket of sockets) socket.destroy();
    const deadline = Date.now() + UNTIL_MS;
    let after = await descriptors();
    for (; after > before.descriptors && Date.now() < deadline; after = await descriptors()) await Bun.sleep(POLL_MS);
    expect(after).toBeLessThanOrEqual(before.descriptors);
    expect((await residentBytes()) - before.memory).toBeLessThan(MEMORY_BYTES_MAX);
  }, 60_000);
});

/** Requests the complete file and stops reading after the first bytes. */
function openReader(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    socket.once("error", reject);
    socket.once("data", () => {
      socket.pause();
      resolve(socket);
    });
  });
}

async function descriptors(): Promise<number> {
  return (await readdir(`/proc/${server.pid}/fd`)).length;
}

async function residentBytes(): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, "utf8"))?.[1]) * 1_024;
}
