import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Appliance, type Serving } from "../support/appliance.ts";
import { JSON_API } from "../support/http-app.ts";
import { processesWith } from "../support/processes.ts";

// Every byte that the program leaves on the disk while every kind of secret is in use: the data folder with its open write-ahead
// logs, the log of the server at its most detailed, and a backup.

setDefaultTimeout(120_000);

const POLL_MS = 50;
const PASSWORD = "correct horse battery staple 7431";
const WRONG_PASSWORD = "wrong horse battery staple 7431";
const BRIEF = "a brief nobody may read 7431";

/** Where a secret may be. Its other places are a leak. */
const MAY_BE_IN: Readonly<Record<string, RegExp>> = {
  "a token": /^never$/,
  "a token with a wrong end": /^never$/,
  "a replaced token": /^never$/,
  "a password": /^never$/,
  "a wrong password": /^never$/,
  "the token of a session": /^never$/,
  "the token of a shared link": /^never$/,
  "the token of a signed link": /^never$/,
  // Webhooks are signed with it.
  "a webhook secret": /^(data\/needledrop\.db(-wal)?|backup\.tar)$/,
  "a replaced webhook secret": /^(data\/needledrop\.db(-wal)?|backup\.tar)$/,
  // The operator reads it there, and it is restored from a backup.
  "the admin token": /^(data\/admin-token|backup\.tar)$/,
  // Searches are kept for their results.
  "a brief": /^(data\/needledrop\.db(-wal)?|backup\.tar)$/,
};

let appliance: Appliance;
let server: Serving;
const secrets = new Map<string, string>();

beforeAll(async () => {
  appliance = await Appliance.create();
  const song = {
    id: "1",
    title: "Glass Harbour",
    tags: { mood: ["tense"] },
    audio_files: [{ id: "9", wav: "song.wav" }],
  };
  await appliance.file("song.wav", "RIFF sound");
  expect((await appliance.run("import", await appliance.file("catalog.jsonl", JSON.stringify(song)))).status).toBe(0);
  const created = await appliance.json<Created>("keys", "create", "--name", "studio", "--mode", "live");
  appliance.logPath = join(appliance.folder, "server.log");
  server = await appliance.serve("--log-level", "debug");
  const adminToken = readFileSync(join(appliance.data, "admin-token"), "utf8").trim();
  const admin = { authorization: `Bearer ${adminToken}` };

  const rotation = { token: true, webhook_secret: true, overlap_seconds: 0 };
  const rotated = await send("POST", `/v1/admin/keys/${created.id}/rotate`, admin, "key_rotations", rotation);
  const { token, webhook_secret: webhookSecret } = rotated.data.attributes;
  const key = { authorization: `Token ${String(token)}` };
  secrets.set("a token", secretPart(String(token)));
  secrets.set("a token with a wrong end", `${secretPart(String(token)).slice(0, -4)}abcd`);
  secrets.set("a replaced token", secretPart(created.token));
  secrets.set("a webhook secret", String(webhookSecret));
  secrets.set("a replaced webhook secret", created.webhook_secret);
  secrets.set("the admin token", adminToken);
  secrets.set("a password", PASSWORD);
  secrets.set("a wrong password", WRONG_PASSWORD);
  secrets.set("a brief", BRIEF);

  await send("POST", "/v1/admin/users", admin, "users", { name: "kim", role: "admin", password: PASSWORD });
  await send("POST", "/v1/session", {}, "sessions", { name: "kim", password: WRONG_PASSWORD });
  const session = await send("POST", "/v1/session", {}, "sessions", { name: "kim", password: PASSWORD });
  secrets.set("the token of a session", session.cookie.split("=")[1] ?? "");
  await send("GET", "/v1/me", { cookie: session.cookie });
  await send("GET", "/v1/me", { authorization: `Token ${String(token).slice(0, -4)}abcd` });
  await send("GET", `/v1/songs/${String(token)}`, key);
  await send("GET", `/v1/songs?token=${String(token)}`, key);
  await send("GET", "/v1/me", { authorization: `Token ${created.token}` });

  const list = await send("POST", "/v1/shortlists", key, "shortlists", { name: "Farewell" });
  const path = `/v1/shortlists/${list.data.id}`;
  await send("POST", `${path}/entries`, key, "shortlist_entries", { song_id: "1" });
  const share = await send("POST", `${path}/shares`, key, "shortlist_shares", { recipient: "Kim", days: 7 });
  const shared = String(share.data.attributes["url"]).split("/").at(-1) ?? "";
  secrets.set("the token of a shared link", shared.split(".").at(-1) ?? "");
  await send("GET", `/shared/${shared}`, {});
  const audio = await send("GET", "/v1/songs/1", key);
  const signed = /[?&]token=([\w-]{20,})/.exec(audio.text)?.[1] ?? "";
  secrets.set("the token of a signed link", signed);
  await send("GET", `/v1/audio_files/9/full.wav?key=x&expires=1&token=${signed}`, {});

  const search = { query: BRIEF, callback_url: `https://studio.example/${"x".repeat(10)}` };
  const accepted = await send("POST", "/v1/supervisor/search", key, "supervisor_searches", search);
  expect(accepted.status).toBe(202);
  await until(async () => (await send("GET", accepted.data.links.self, key)).status === 200);
  expect((await appliance.run("backup", join(appliance.folder, "backup.tar"))).status).toBe(0);
});
afterAll(() => appliance.remove());

interface Created {
  readonly id: string;
  readonly token: string;
  readonly webhook_secret: string;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly cookie: string;
  readonly data: {
    readonly id: string;
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly links: { readonly self: string };
  };
}

async function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  type?: string,
  attributes?: object,
): Promise<Answer> {
  const body = type === undefined ? {} : { body: JSON.stringify({ data: { type, attributes } }) };
  const url = new URL(path, server.url);
  const response = await fetch(`${server.url}${url.pathname}${url.search}`, {
    method,
    headers: { "content-type": JSON_API, ...headers },
    ...body,
  });
  const text = await response.text();
  const parsed: Pick<Answer, "data"> = text.startsWith("{") ? JSON.parse(text) : { data: {} };
  return {
    ...parsed,
    status: response.status,
    text,
    cookie: (response.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "",
  };
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await Bun.sleep(POLL_MS);
}

const secretPart = (token: string): string => token.slice(-43);

/** Returns all files of the folder of the test, by path. */
function files(): readonly string[] {
  return readdirSync(appliance.folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    lstatSync(join(appliance.folder, name)).isFile(),
  );
}

/** Returns the files with a text, in any of the forms in which programs write it. */
function filesWith(text: string): readonly string[] {
  const forms = [
    Buffer.from(text),
    Buffer.from(text, "utf16le"),
    Buffer.from(Buffer.from(text).toString("base64").replace(/=+$/, "")),
    Buffer.from(Buffer.from(text).toString("hex")),
  ];
  return files().filter((name) => {
    const bytes = readFileSync(join(appliance.folder, name));
    return forms.some((form) => bytes.includes(form));
  });
}

describe("while the server runs, no file of the data folder, log or backup has", () => {
  test.each(Object.entries(MAY_BE_IN))("%s, except where it must be", (name, allowed) => {
    const secret = secrets.get(name) ?? "";
    expect(secret.length).toBeGreaterThan(15);
    expect(filesWith(secret).filter((path) => !allowed.test(path))).toEqual([]);
  });

  test("anything that the search for it cannot find", () => {
    expect(filesWith(secrets.get("a webhook secret") ?? "")).toContain("backup.tar");
    expect(filesWith("Glass Harbour").length).toBeGreaterThan(0);
    expect(files()).toContain("server.log");
  });
});

test("no command line and no environment of a process has a secret", async () => {
  const found = [...new Set([server.pid, ...(await processesWith(appliance.data))])];
  expect(found.length).toBeGreaterThan(0);
  for (const pid of found) {
    const text = ["cmdline", "environ"].map((name) => readFileSync(`/proc/${pid}/${name}`, "latin1")).join("\n");
    for (const [name, secret] of secrets) expect([name, text.includes(secret)]).toEqual([name, false]);
  }
});
