import { afterEach, describe, expect, test } from "bun:test";
import { pictureBytes } from "../support/pictures-and-films.ts";
import { HttpApp, type Logged } from "../support/http-app.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";

const QUERY = "the lighthouse keeper counts xylophones";
const CONTEXT = "a confidential pilot about quicksilver";
/** The receiver cannot be reached, so the delivery fails. */
const CALLBACK = "https://192.0.2.1/hook";

let app: HttpApp;
afterEach(() => app.close());

async function search(settings: Readonly<Record<string, string>> = {}): Promise<{ requestId: string; id: string }> {
  app = await HttpApp.create({ ...SMALL_CATALOG, settings: { "callback-allow": "192.0.2.1", ...settings } });
  const { token } = app.key();
  const response = await app.submit(token, { query: QUERY, context: CONTEXT, callback_url: CALLBACK });
  expect(response.status).toBe(202);
  const { data } = (await response.json()) as { readonly data: { readonly id: string } };
  await app.startJobs();
  await app.until(() => app.logged.some(({ message }) => message.startsWith("a webhook")));
  return { requestId: response.headers.get("x-request-id") ?? "", id: data.id };
}

function lineOf(message: string): Logged["fields"] {
  const line = app.logged.find((one) => one.message === message);
  if (line === undefined) throw new Error(`No line ${JSON.stringify(message)} was logged.`);
  return line.fields;
}

describe("the log of a search", () => {
  test("has its request, key, search, execution and job in every line, up to the webhook", async () => {
    const { requestId, id } = await search();
    const submitted = lineOf("search submitted");
    const completed = lineOf("search completed");
    const sent = lineOf("a webhook was not delivered");
    const { keyId, executionId, jobId } = submitted;
    expect(lineOf("request")).toMatchObject({ requestId, keyId });
    expect(submitted).toMatchObject({ requestId, searchId: id, outcome: "enqueued", tier: "text" });
    expect(completed).toMatchObject({ requestId, keyId, searchId: id, executionId, jobId, tier: "text" });
    expect(sent).toMatchObject({
      requestId,
      keyId,
      searchId: id,
      executionId,
      deliveryId: `msg_${String(executionId)}`,
    });
    for (const value of [keyId, executionId]) expect(value).toBeString();
    for (const job of [jobId, sent["jobId"]]) expect(job).toBePositive();
  });

  test("contains no text of the brief", async () => {
    await search();
    const text = JSON.stringify(app.logged);
    for (const word of [...QUERY.split(" "), ...CONTEXT.split(" ")].filter(({ length }) => length > 6))
      expect(text).not.toContain(word);
  });

  test("contains the brief, once, if LOG_BRIEFS is true", async () => {
    await search({ "log-briefs": "true" });
    expect(lineOf("search submitted")).toMatchObject({ query: QUERY, context: CONTEXT });
    expect(JSON.stringify(app.logged).split("xylophones")).toHaveLength(2);
  });
});

test("the log of an upload has its request, key, asset and job", async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  const { token } = app.key({ hasSupervisor: true, hasImages: true });
  const response = await app.upload(token, { bytes: await pictureBytes(), type: "image/jpeg" });
  expect(response.status).toBe(202);
  const { data } = (await response.json()) as { readonly data: { readonly id: string } };
  const requestId = response.headers.get("x-request-id");
  const accepted = lineOf("upload accepted");
  expect(accepted).toMatchObject({ requestId, assetId: data.id, kind: "image" });
  expect(accepted["jobId"]).toBePositive();
  expect(accepted["keyId"]).toBe(lineOf("request")["keyId"]);
});
