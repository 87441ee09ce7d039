import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { runNow } from "../../../src/db/work.ts";
import { ShortlistShareDocument } from "../../../schema/wire/shortlist-share.ts";
import { type WatermarkSearch, WatermarkSearchDocument } from "../../../schema/wire/watermark.ts";
import { listLines } from "../../../src/audit/store.ts";
import { revokeKey, updateKey } from "../../../src/keys/manage-keys.ts";
import { expectRefusals } from "../../http/error-document.ts";
import { begin, send } from "../../shortlists/support.ts";
import { ADMIN_TOKEN, HttpApp } from "../../support/http-app.ts";
import { musicWav } from "../make/sound.ts";

setDefaultTimeout(60_000);

const IDENTIFY = "/v1/admin/watermark/identify";
const AUDIO = /src="([^"]+audio[^"]+)"/;

let app: HttpApp;
/** What the recipients of a link and of a key have heard. */
let shared: Uint8Array<ArrayBuffer>;
let played: Uint8Array<ArrayBuffer>;
let trial: ReturnType<HttpApp["key"]>;
let list: string;
let liveToken: string;
beforeAll(async () => {
  app = await HttpApp.create({
    dump: [{ id: "1", title: "Glass Harbour", audio_files: [{ id: "f", wav: "song.wav" }] }],
    files: { "song.wav": musicWav(12) },
  });
  liveToken = app.key({ mode: "live" }).token;
  list = await begin(app, liveToken, ["1"], "Farewell");
  shared = await ready(await audioOf(await share({ recipient: "Kim Doe" })));
  trial = app.key({ mode: "trial", recipient: "Ana" });
  played = await ready(await mp3Of(trial.token));
});
afterAll(() => app.close());

async function share(attributes: object) {
  const response = await send(app, liveToken, {
    path: `${list}/shares`,
    type: "shortlist_shares",
    attributes: { days: 7, ...attributes },
  });
  return Value.Parse(ShortlistShareDocument, await response.json()).data;
}

async function audioOf({ attributes }: Awaited<ReturnType<typeof share>>): Promise<string> {
  const page = await app.ask(attributes.url ?? "", { headers: { accept: "text/html" } });
  return AUDIO.exec(await page.text())?.[1] ?? "";
}

async function mp3Of(token: string): Promise<string> {
  const { included } = (await (await app.ask("/v1/songs/1", { token })).json()) as {
    included: { attributes: { versions: { mp3: string } } }[];
  };
  return included[0]?.attributes.versions.mp3 ?? "";
}

async function ready(path: string): Promise<Uint8Array<ArrayBuffer>> {
  let response = await app.ask(path);
  await app.until(async () => {
    response = await app.ask(path);
    return response.status !== 503;
  });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

async function ask(body: Uint8Array<ArrayBuffer>): Promise<Response> {
  return await app.ask(IDENTIFY, { method: "POST", headers: { authorization: `Bearer ${ADMIN_TOKEN}` }, body });
}

async function identify(body: Uint8Array<ArrayBuffer>): Promise<WatermarkSearch> {
  const response = await ask(body);
  expect(response.status).toBe(200);
  const document: unknown = await response.json();
  expect([...Value.Errors(WatermarkSearchDocument, document)]).toEqual([]);
  return Value.Parse(WatermarkSearchDocument, document).data.attributes;
}

describe("a file that was copied from", () => {
  test("a shared link is traced to its recipient, also after the link was revoked", async () => {
    const { found } = await identify(shared);
    expect(found).toMatchObject([{ recipient: "Kim Doe", kind: "share", shortlist: "Farewell", state: "active" }]);
    const revoked = await app.ask(`${list}/shares/${found[0]?.share_id}`, { method: "DELETE", token: liveToken });
    expect(revoked.status).toBe(204);
    expect((await identify(shared)).found).toMatchObject([{ recipient: "Kim Doe", state: "revoked" }]);
    const range = { from: null, to: null, keyId: null, action: "watermark.identified" as const, limit: 1 };
    const [line = "{}"] = runNow(listLines(app.core.db, range));
    expect(JSON.parse(line)).toMatchObject({ objects: { recipients: ["1"] } });
  });

  test("a key is traced to its recipient, also after that has changed and the key was revoked", async () => {
    expect((await identify(played)).found).toMatchObject([
      { recipient: "Ana", kind: "key", key_id: trial.key.id, share_id: null, state: "active" },
    ]);
    expect((await updateKey(app.core, trial.key.id, { recipient: "Ben" }))?.recipientNumber).toBe(3);
    expect((await identify(played)).found).toMatchObject([{ recipient: "Ana", state: "replaced" }]);
    expect((await updateKey(app.core, trial.key.id, { recipient: null }))?.recipientNumber).toBeNull();
    await revokeKey(app.core, trial.key.id);
    expect((await identify(played)).found).toMatchObject([{ recipient: "Ana" }]);
  });
});

test("a link without an imprint plays the file that everybody gets", async () => {
  const plain = await share({ recipient: "Lee", imprint: false });
  expect(plain.attributes.imprint).toBe(false);
  const heard = await ready(await audioOf(plain));
  expect(heard).toEqual(await ready(await mp3Of(app.key({ mode: "test" }).token)));
  expect((await identify(heard)).found).toEqual([]);
});

test("a key that only gets previews cannot share files without an imprint", async () => {
  const { token } = app.key({ mode: "trial", recipient: "Cem" });
  const own = await begin(app, token, ["1"], "Mine");
  const asked = (attributes: object) =>
    send(app, token, { path: `${own}/shares`, type: "shortlist_shares", attributes: { days: 1, ...attributes } });
  await expectRefusals(await asked({ recipient: "Cem", imprint: false }), "invalid_attribute");
  const made = await asked({ recipient: "Cem" });
  expect(Value.Parse(ShortlistShareDocument, await made.json()).data.attributes.imprint).toBe(true);
});

test("422 for a file that is no sound or is empty, and nothing is kept", async () => {
  const refused = await ask(new TextEncoder().encode("no sound"));
  await expectRefusals(refused, "unsupported_format");
  await expectRefusals(await ask(new Uint8Array()), "empty_file");
});
