import { afterAll, beforeAll, expect, test } from "bun:test";
import { addUser } from "../../src/users/manage-users.ts";
import { HalfSent } from "../support/half-sent.ts";
import { HttpApp } from "../support/http-app.ts";
import { PASSWORD } from "../support/signed-in.ts";

const CLIENTS = 150;
/** As in src/users/routes.ts. */
const PER_ADDRESS_MAX = 32;
const SILENCE_MS = 5_000;
const HEAD = ["POST /v1/session HTTP/1.1", "Host: localhost", "Content-Type: application/json", "Content-Length: 500"];

let app: HttpApp;
let port = 0;
beforeAll(async () => {
  app = await HttpApp.create();
  await addUser(app.core, { name: "Zoë", role: "supervisor", password: PASSWORD });
  app.services.app.listen({ port: 0, hostname: "127.0.0.1" });
  port = app.services.app.server?.port ?? 0;
});
afterAll(async () => {
  await app.services.app.server?.stop(true);
  await app.close();
});

async function signInStatus(): Promise<number> {
  const body = JSON.stringify({ data: { type: "sessions", attributes: { name: "Zoë", password: PASSWORD } } });
  const headers = { "content-type": "application/json" };
  return (await fetch(`http://127.0.0.1:${port}/v1/session`, { method: "POST", headers, body })).status;
}

test("half-sent sign-ins of one address keep no other address out, and end after seconds", async () => {
  const opened = Array.from({ length: CLIENTS }, () =>
    HalfSent.open(port, `${HEAD.join("\r\n")}\r\n\r\n{`, "127.0.0.2"),
  );
  const clients = await Promise.all(opened);
  const answered = (): readonly HalfSent[] => clients.filter(({ status }) => status !== null);
  await app.until(() => answered().length === CLIENTS - PER_ADDRESS_MAX);
  expect(new Set(answered().map(({ status }) => status))).toEqual(new Set([429]));
  expect(await signInStatus()).toBe(200);
  await app.time.pass(SILENCE_MS);
  await Promise.all(clients.map((client) => client.closed()));
  expect(clients.filter(({ status }) => status === 408)).toHaveLength(PER_ADDRESS_MAX);
  for (const client of clients) client.leave();
});

test("a sign-in of more than 16 kB is refused, and the longest name and password are not", async () => {
  const send = async (name: string, password: string): Promise<number> => {
    // Escaped, each character takes six bytes.
    const text = JSON.stringify({ data: { type: "sessions", attributes: { name, password } } });
    const body = text.replaceAll("ü", String.raw`\u00fc`);
    const headers = { "content-type": "application/json" };
    return (await fetch(`http://127.0.0.1:${port}/v1/session`, { method: "POST", headers, body })).status;
  };
  expect(await send("ü".repeat(200), "ü".repeat(1_000))).toBe(403);
  expect(await send("x", "x".repeat(20_000))).toBe(413);
});
