import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readTrail } from "../audit/read-trail.ts";
import { expectRefusals } from "../http/error-document.ts";
import { admin, askAdmin } from "../support/admin-app.ts";
import { ADMIN_TOKEN, BASE_URL, HttpApp } from "../support/http-app.ts";
import { flatPicture, pictureBytes } from "../support/pictures-and-films.ts";

/** Long, because a file is measured in a process, and the machine can be busy. */
setDefaultTimeout(60_000);

const BLOCKLIST = "/v1/admin/blocklist";
const SHORT = "00ff00ff00ff00ff";
const LONG = "0f".repeat(32);

let app: HttpApp;
beforeEach(async () => {
  app = await HttpApp.create();
});
afterEach(() => app.close());

const wanted = (attributes: object) => ({ type: "blocked_digests", attributes });
const listOf = async (query = "") => (await admin(app, "GET", `${BLOCKLIST}${encodeURI(query)}`)).list;

/** Sends a file as a form. */
async function sendFile(bytes: Uint8Array<ArrayBuffer>, reason = ""): Promise<Response> {
  const form = new FormData();
  form.set("file", new Blob([bytes], { type: "image/jpeg" }), "a file");
  const request = new Request(`${BASE_URL}${BLOCKLIST}/files?reason=${encodeURIComponent(reason)}`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    body: form,
  });
  return await app.services.app.handle(request);
}

describe("POST /v1/admin/blocklist", () => {
  test("is 201, keeps the reason, and adds a digest once", async () => {
    const first = await admin(app, "POST", BLOCKLIST, wanted({ digest: `0x${SHORT.toUpperCase()}`, reason: "Logo" }));
    expect([first.status, first.data.attributes]).toEqual([201, { digests: [SHORT], added: [SHORT] }]);
    const second = await admin(app, "POST", BLOCKLIST, wanted({ digest: SHORT }));
    expect(second.data.attributes).toEqual({ digests: [SHORT], added: [] });
    expect(await listOf()).toMatchObject([
      { id: SHORT, attributes: { kind: "short", reason: "Logo", is_removable: true } },
    ]);
    expect(await readFile(join(app.core.config.dataDir, "blocklist.txt"), "utf8")).toBe(`${SHORT} # Logo\n`);
    expect(readTrail(app.core.db).map(({ action }) => action)).toEqual(["blocklist.added"]);
  });

  test("is 422 for a digest of another length, or a long reason", async () => {
    for (const attributes of [
      { digest: "00ff" },
      { digest: "zz".repeat(8) },
      { digest: SHORT, reason: "x".repeat(201) },
    ]) {
      await expectRefusals(await askAdmin(app, "POST", BLOCKLIST, wanted(attributes)), "invalid_attribute");
    }
  });
});

describe("GET /v1/admin/blocklist", () => {
  test("is 200 with the latest first, paged and filtered, and the operator's own file", async () => {
    const file = await app.file("operator.txt", `${"ab".repeat(8)} # contract 7\n`);
    await app.close();
    app = await HttpApp.create({ settings: { blocklist: file } });
    await admin(app, "POST", BLOCKLIST, wanted({ digest: SHORT, reason: "Logo" }));
    await admin(app, "POST", BLOCKLIST, wanted({ digest: LONG, reason: "Test chart" }));
    const first = await admin(app, "GET", `${BLOCKLIST}?page%5Bsize%5D=2`);
    expect(first.list).toMatchObject([
      { id: "ab".repeat(8), attributes: { reason: "contract 7", is_removable: false } },
      { id: LONG, attributes: { kind: "pdq" } },
    ]);
    expect((await admin(app, "GET", first.next ?? "")).list.map(({ id }) => id)).toEqual([SHORT]);
    expect((await listOf("?filter[text]=CHART")).map(({ id }) => id)).toEqual([LONG]);
    expect((await listOf("?filter[text]=00ff")).map(({ id }) => id)).toEqual([SHORT]);
    await expectRefusals(await askAdmin(app, "GET", `${BLOCKLIST}?filter%5Bkind%5D=pdq`), "bad_parameter");
    await expectRefusals(await askAdmin(app, "DELETE", `${BLOCKLIST}/${"ab".repeat(8)}`), "conflict");
  });
});

describe("DELETE /v1/admin/blocklist/:digest", () => {
  test("is 204, then 404, and in the audit trail", async () => {
    await admin(app, "POST", BLOCKLIST, wanted({ digest: SHORT }));
    expect((await askAdmin(app, "DELETE", `${BLOCKLIST}/${SHORT}`)).status).toBe(204);
    expect(await listOf()).toEqual([]);
    await expectRefusals(await askAdmin(app, "DELETE", `${BLOCKLIST}/${SHORT}`), "not_found");
    await expectRefusals(await askAdmin(app, "DELETE", `${BLOCKLIST}/x`), "not_found");
    expect(readTrail(app.core.db).at(-1)).toMatchObject({ action: "blocklist.removed", objects: { hashes: [SHORT] } });
  });
});

describe("POST /v1/admin/blocklist/files", () => {
  test("is 201 with the digest of a picture, and keeps no file", async () => {
    const response = await sendFile(await pictureBytes(), "Contract 7");
    expect(response.status).toBe(201);
    const { data } = (await response.json()) as { data: { attributes: { digests: string[]; added: string[] } } };
    expect(data.attributes.added).toEqual(data.attributes.digests);
    const listed = (await listOf("?filter[text]=contract")).map(({ id }) => id);
    expect(listed).toEqual(data.attributes.digests.toReversed());
    expect(listed.length).toBeGreaterThan(0);
    expect(await readdir(join(app.core.config.dataDir, "uploads", "incoming"))).toEqual([]);
  });

  test("is refused for what is no picture or film, a file of the wrong kind, and a long reason", async () => {
    await expectRefusals(await sendFile(new TextEncoder().encode("just words")), "unsupported_format");
    await expectRefusals(await sendFile(new Uint8Array()), "empty_file");
    await expectRefusals(await sendFile(await flatPicture(20, 20)), "unsupported_format");
    await expectRefusals(await sendFile(await pictureBytes(), "x".repeat(201)), "bad_parameter");
    await expectRefusals(await askAdmin(app, "POST", `${BLOCKLIST}/files`), "not_multipart");
    expect(await listOf()).toEqual([]);
  });
});
