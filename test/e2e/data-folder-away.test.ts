import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, renameSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Appliance, type Serving } from "../support/appliance.ts";

setDefaultTimeout(90_000);

const POLL_MS = 50;
const WITHIN_MS = 20_000;

let appliance: Appliance;
let server: Serving;
let token: string;

beforeAll(async () => {
  appliance = await Appliance.create();
  const dump = await appliance.file("catalog.jsonl", JSON.stringify({ id: "1", title: "Glass Harbour" }));
  expect((await appliance.run("import", dump)).status).toBe(0);
  token = (await appliance.json<{ readonly token: string }>("keys", "create", "--name", "away", "--images")).token;
  appliance.logPath = join(appliance.folder, "server.log");
  server = await appliance.serve();
});

afterAll(() => appliance.remove());

async function search(query: string): Promise<number> {
  const attributes = { query, callback_url: "https://studio.example/x" };
  const response = await fetch(`${server.url}/v1/supervisor/search`, {
    method: "POST",
    headers: { authorization: `Token ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ data: { type: "supervisor_searches", attributes } }),
  });
  return response.status;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error(`The condition was not met within ${WITHIN_MS} ms.`);
    await Bun.sleep(POLL_MS);
  }
}

const ready = async (): Promise<number> => (await fetch(`${server.url}/readyz`)).status;
const log = async (): Promise<string> => await readFile(appliance.logPath ?? "", "utf8");

test("a missing data folder is detected, not written, and used again when it is back", async () => {
  const away = `${appliance.data}-away`;
  renameSync(appliance.data, away);
  // No request is needed to detect it.
  await until(async () => (await log()).includes("removed, unmounted or replaced"));
  expect(await search("harbour lights")).toBe(503);
  expect(await ready()).toBe(503);
  expect(existsSync(appliance.data)).toBe(false);
  renameSync(away, appliance.data);
  await until(async () => (await ready()) === 200);
  expect(await search("harbour lights")).toBe(202);
  expect((await log()).split("removed, unmounted or replaced")).toHaveLength(2);
  expect(await server.stop()).toBe(0);
  expect((await appliance.run("doctor")).stdout).toContain("ok    database");
});
