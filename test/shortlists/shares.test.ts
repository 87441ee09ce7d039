import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { runNow } from "../../src/db/work.ts";
import { ShortlistShareDocument, ShortlistShares } from "../../schema/wire/shortlist-share.ts";
import { listLines } from "../../src/audit/store.ts";
import { revokeKey } from "../../src/keys/manage-keys.ts";
import { DAY_MS, SECOND_MS } from "../../src/lib/clock.ts";
import { documentOf } from "../http/checked.ts";
import { expectRefusals } from "../http/error-document.ts";
import { musicWav } from "../media/make/sound.ts";
import { BASE_URL, HttpApp, JSON_API } from "../support/http-app.ts";
import { begin, entries, send } from "./support.ts";

setDefaultTimeout(60_000);

const SONG = musicWav(3);
const UNKNOWN = "00000000-0000-4000-8000-000000000000";

let app: HttpApp;
let token: string;
let keyId: string;
let path: string;
beforeEach(async () => {
  const song = (id: string, title: string) => ({
    id,
    title,
    artists: [{ id: "a", name: 'Ada "<b>" Field' }],
    audio_files: [{ id: `file-${id}`, wav: "song.wav" }],
  });
  app = await HttpApp.create({
    dump: [song("1", "Glass Harbour"), song("2", "Tin Roof")],
    files: { "song.wav": SONG },
  });
  const created = app.key({ mode: "live" });
  token = created.token;
  keyId = created.key.id;
  path = await begin(app, token, ["1"], "Farewell");
  const [entry] = await entries(app, token, path);
  await send(app, token, {
    method: "PATCH",
    path: `${path}/entries/${entry?.id}`,
    type: "shortlist_entries",
    attributes: { note: "internal note" },
  });
});
afterEach(() => app.close());

async function share(attributes: object = {}): Promise<{ readonly id: string; readonly url: string }> {
  const response = await sendShare({ recipient: "Kim <Doe>", days: 7, ...attributes });
  expect(response.status).toBe(201);
  const document: unknown = await response.json();
  expect([...Value.Errors(ShortlistShareDocument, document)]).toEqual([]);
  const { data } = Value.Parse(ShortlistShareDocument, document);
  return { id: data.id, url: data.attributes.url ?? "" };
}

async function sendShare(attributes: unknown): Promise<Response> {
  return await send(app, token, { path: `${path}/shares`, type: "shortlist_shares", attributes });
}

/** Opens a link as a browser does, without any credential. */
async function open(url: string, language = "en"): Promise<Response> {
  return await app.ask(url, { headers: { accept: "text/html", "accept-language": language } });
}

async function audioIn(url: string): Promise<string> {
  return /src="([^"]+audio[^"]+)"/.exec(await (await open(url)).text())?.[1] ?? "";
}

describe("a shared link", () => {
  test("opens a page with the recipient's name, without the notes, and escapes what it shows", async () => {
    const { url } = await share();
    expect(url).toStartWith(`${BASE_URL}/shared/`);
    const response = await open(url, "de");
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain("Für Kim &lt;Doe&gt;");
    expect(page).toContain("Glass Harbour");
    expect(page).toContain("Ada &quot;&lt;b&gt;&quot; Field");
    expect(page).not.toContain("internal note");
    expect(page).not.toMatch(/style=|<script(?! type="module" src="\/shared\/files\/)/);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-security-policy":
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'self'; script-src 'self'; media-src 'self'; img-src data:",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    });
    const loaded = [...page.matchAll(/(?:href|src)="(\/shared\/files\/[^"]+)"/g)].map(([, name = ""]) => name);
    expect(loaded).toHaveLength(2);
    for (const name of loaded) expect((await app.ask(name)).status).toBe(200);
  });

  test("shows the notes if the sender wants it", async () => {
    expect(await (await open((await share({ with_notes: true })).url)).text()).toContain("internal note");
  });

  test("plays watermarked files only, also of a live key, and in ranges", async () => {
    const audio = await audioIn((await share()).url);
    let response = await app.ask(audio);
    await app.until(async () => {
      response = await app.ask(audio);
      return response.status !== 503;
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
    const own = await app.ask(`/v1/songs/1`, { token });
    const { included } = (await own.json()) as { included: { attributes: { versions: { mp3: string } } }[] };
    const full = await app.ask(included[0]?.attributes.versions.mp3 ?? "");
    expect(bytes).not.toEqual(new Uint8Array(await full.arrayBuffer()));
    const part = await app.ask(audio, { headers: { range: "bytes=0-9" } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
  });

  test("stops at its expiry, when it is revoked, with the key, and with the shortlist", async () => {
    const [expiring, revoked, deleted] = [await share({ days: 1 }), await share(), await share()];
    await app.time.pass(DAY_MS - SECOND_MS);
    expect((await open(expiring.url)).status).toBe(200);
    await app.time.pass(SECOND_MS);
    expect((await open(expiring.url)).status).toBe(404);
    expect((await app.ask(`${path}/shares/${revoked.id}`, { method: "DELETE", token })).status).toBe(204);
    const page = await open(revoked.url);
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining("This link does not work")]);
    await expectRefusals(await app.ask(revoked.url), "shared_link_ended");
    const states = await documentOf(ShortlistShares, await app.ask(`${path}/shares`, { token }));
    expect(states.data.map(({ attributes }) => attributes.state).toSorted()).toEqual(["active", "expired", "revoked"]);
    expect(states.data.filter(({ attributes }) => attributes.url !== null)).toHaveLength(1);
    await app.ask(path, { method: "DELETE", token });
    expect((await open(deleted.url)).status).toBe(404);
  });

  test("stops when the key that shared it is revoked", async () => {
    const { url } = await share();
    await revokeKey(app.core, keyId);
    expect((await open(url)).status).toBe(404);
  });

  test("opens nothing else: no other song, shortlist or endpoint", async () => {
    const { url } = await share();
    const secret = url.split("/").at(-1) ?? "";
    const other = await begin(app, token, ["2"]);
    const [foreign] = await entries(app, token, other);
    await expectRefusals(await app.ask(`/shared/${secret}/audio/${foreign?.id}`), "not_found");
    await expectRefusals(await app.ask(`/shared/${secret}/audio/file-1`), "not_found");
    for (const target of ["/v1/songs", "/v1/me", "/v1/shortlists", `${path}/export.csv`, "/v1/songs/1/peaks"]) {
      await expectRefusals(await app.ask(target, { token: secret }), "unauthenticated");
      await expectRefusals(
        await app.ask(target, { headers: { cookie: `needledrop_session=${secret}` } }),
        "unauthenticated",
      );
      await expectRefusals(await app.ask(`${target}?token=${secret}`), "unauthenticated");
    }
    const media = `/v1/audio_files/file-1/full.mp3?key=${keyId}&token=${secret.split(".").at(-1)}&expires=${secret.split(".")[1]}`;
    await expectRefusals(await app.ask(media), "forbidden_media");
  });

  test("is invalid after any change of its token", async () => {
    const { url } = await share();
    const secret = url.split("/").at(-1) ?? "";
    const [id = "", expires = "", signature = ""] = secret.split(".");
    const later = String(Number(expires) + 86_400);
    const flipped = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    for (const wrong of [
      `${id}.${later}.${signature}`,
      `${UNKNOWN}.${expires}.${signature}`,
      `${id}.${expires}.${flipped}`,
      `${id}.${expires}.${signature}.x`,
      `${id}.${expires}.`,
      `${id}.0${expires}.${signature}`,
      id,
      "%",
      "%ff%fe",
    ]) {
      await expectRefusals(await app.ask(`/shared/${wrong}`), "shared_link_ended");
    }
  });

  test("is limited to 20 requests per second, and wrong links do not use up the limit of others", async () => {
    const { url } = await share();
    for (let request = 0; request < 20; request += 1) await app.ask(`/shared/wrong-${request}`);
    const wrong = await app.ask("/shared/wrong");
    expect(wrong.headers.get("retry-after")).toBe("1");
    await expectRefusals(wrong, "shared_link_busy");
    for (let request = 0; request < 20; request += 1) expect((await open(url)).status).toBe(200);
    await expectRefusals(await open(url), "shared_link_busy");
    await app.time.pass(SECOND_MS);
    expect((await open(url)).status).toBe(200);
  });

  test("is in the audit trail when it is made, opened by the recipient, heard and revoked, and its token in no log", async () => {
    const { id, url } = await share();
    await open(url);
    await open(url);
    const audio = await audioIn(url);
    await app.until(async () => (await app.ask(audio)).status !== 503);
    await app.ask(`${path}/shares/${id}`, { method: "DELETE", token });
    await app.core.audit.write();
    const lines = runNow(listLines(app.core.db, { from: null, to: null, keyId: null, limit: 100 }));
    const events = lines.map((line) => JSON.parse(line) as { action: string; actor: object });
    expect(events.filter(({ action }) => action === "share.opened").map(({ actor }) => actor)).toEqual([
      { kind: "recipient", id, name: "Kim <Doe>" },
    ]);
    const recorded = events.map(({ action }) => action).filter((action) => /^(share|media)\./.test(action));
    expect(recorded.toSorted()).toEqual(["media.opened", "share.created", "share.opened", "share.revoked"]);
    const { data } = await documentOf(ShortlistShares, await app.ask(`${path}/shares`, { token }));
    expect(data[0]?.attributes).toMatchObject({ opens: 3, last_opened_at: new Date(app.time.now()).toISOString() });
    expect(JSON.stringify(app.logged)).not.toContain(url.split(".").at(-1) ?? "");
  });
});

describe("422 and 404", () => {
  test.each([
    ["no recipient", { days: 7 }],
    ["an empty recipient", { recipient: " ", days: 7 }],
    ["no days", { recipient: "Kim" }],
    ["0 days", { recipient: "Kim", days: 0 }],
    ["91 days", { recipient: "Kim", days: 91 }],
    ["another kind of notes", { recipient: "Kim", days: 7, with_notes: "yes" }],
  ])("a link with %s", async (_title, attributes) => {
    await expectRefusals(await sendShare(attributes), "invalid_attribute");
  });

  test("more than 20 links that work", async () => {
    for (let number = 0; number < 20; number += 1) await share();
    await expectRefusals(await sendShare({ recipient: "Kim", days: 7 }), "shares_full");
  });

  test("a link of a shortlist that is deleted while the request is read", async () => {
    const deleting = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        async pull(controller) {
          expect((await app.ask(path, { method: "DELETE", token })).status).toBe(204);
          const data = { type: "shortlist_shares", attributes: { recipient: "Kim", days: 7 } };
          controller.enqueue(Buffer.from(JSON.stringify({ data })));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { "content-type": JSON_API };
    const response = await app.ask(`${path}/shares`, { method: "POST", token, headers, body: deleting });
    await expectRefusals(response, "not_found");
  });

  test("links of another key's shortlist", async () => {
    const { id } = await share();
    const other = app.key().token;
    await expectRefusals(await app.ask(`${path}/shares`, { token: other }), "not_found");
    await expectRefusals(await app.ask(`${path}/shares/${id}`, { method: "DELETE", token: other }), "not_found");
    const second = await begin(app, token);
    await expectRefusals(await app.ask(`${second}/shares/${id}`, { method: "DELETE", token }), "not_found");
  });
});
