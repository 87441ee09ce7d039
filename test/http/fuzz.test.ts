import { afterAll, beforeAll, expect, test } from "bun:test";
import * as fc from "fast-check";
import { SECOND_MS } from "../../src/lib/clock.ts";
import { begin, entries, send } from "../shortlists/support.ts";
import { answerFaults, type Forbidden } from "../support/fuzz/answer-faults.ts";
import { type DescribedOperation, describedOperations, pageOperations } from "../support/fuzz/described-operations.ts";
import { fuzzRuns, fuzzSeed } from "../support/fuzz/fuzz-settings.ts";
import { type HostileRequest, hostileRequests, type Known } from "../support/fuzz/hostile-requests.ts";
import { logFaults } from "../support/fuzz/log-faults.ts";
import { ADMIN_TOKEN, BASE_URL, HttpApp } from "../support/http-app.ts";
import { pictureBytes } from "../support/pictures-and-films.ts";
import { signedIn } from "../support/signed-in.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";

// Whatever is sent to any endpoint, with any rights: the answer is a documented one and shows nothing internal, nothing is
// logged as a bug, and the service works afterwards. docs/reliability.md says how to run it for longer.

const REQUESTS_PER_OPERATION = 30;
const REQUESTS_TO_PAGES = 200;
const TEST_MS = 24 * 3_600_000;
const STEP_MS = 10;
/** After these steps, real time passes, too: without it, the test uses up a core while a child process runs. */
const QUICK_STEPS = 10;
const REAL_STEP_MS = 1;
const SEARCH = { query: "a tense synth", callback_url: "https://studio.example/x" };

let app: HttpApp;
let token: string;
let picture: Uint8Array<ArrayBuffer>;
let asset = "none";
let operations: readonly DescribedOperation[];
let credentials: Pick<Known, "credentials" | "otherCredentials">;
let forbidden: Forbidden;
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  operations = await describedOperations(app);
  const key = app.key({ rate: 10_000, hasImages: true, hasVideo: true, mode: "live" });
  const supervisor = await signedIn(app, "supervisor");
  const admin = await signedIn(app, "admin");
  const other = await signedIn(app, "admin", "another admin");
  token = key.token;
  picture = await pictureBytes();
  const cookies = [supervisor, admin, other].map(({ cookie }) => cookie.slice(cookie.indexOf("=") + 1));
  forbidden = { secrets: [token, key.webhookSecret, ADMIN_TOKEN, ...cookies], folder: app.folder };
  credentials = {
    credentials: {
      ApiKey: { authorization: `Token ${token}` },
      AdminToken: { authorization: `Bearer ${ADMIN_TOKEN}` },
      Session: admin.headers,
    },
    otherCredentials: [
      {},
      supervisor.headers,
      { authorization: `Token ${token}` },
      { authorization: `Bearer ${ADMIN_TOKEN}` },
      { authorization: `Token ${token.slice(0, -1)}` },
      { cookie: admin.cookie, "x-csrf-token": supervisor.csrfToken },
      { cookie: `${supervisor.cookie}; ${admin.cookie}`, "x-csrf-token": admin.csrfToken },
      { ...admin.headers, authorization: "Token nothing" },
    ],
  };
  // The session that `DELETE /v1/session` ends.
  ended = { credentials: { Session: other.headers }, otherCredentials: [{}, { cookie: other.cookie }] };
  await app.startJobs();
});
afterAll(() => app.close());

let ended: typeof credentials;

/** Returns ids for requests, of new things: an earlier request can have deleted the former ones. */
async function existingIds(): Promise<Known["ids"]> {
  const list = await begin(app, token, ["1042", "3"]);
  const [entry] = await entries(app, token, list);
  const attributes = { recipient: "Kim Doe", days: 7 };
  const { id: share, attributes: shared } = await created(
    send(app, token, { path: `${list}/shares`, type: "shortlist_shares", attributes }),
  );
  const { id: search } = await created(app.submit(token, SEARCH));
  const entryId = entry?.id ?? "";
  const shareToken = String(shared["url"]).split("/").at(-1) ?? "";
  return {
    songs: "1042",
    artists: "77",
    playlists: "12",
    audio_files: "9001",
    "removed-songs": "song%2F2%20%C3%BCnder%25",
    shortlists: list.split("/").at(-1) ?? "",
    entries: entryId,
    audio: entryId,
    shares: share,
    shared: shareToken,
    search,
    assets: await existingAsset(),
    keys: app.key().key.id,
    jobs: await latest("/v1/admin/jobs"),
    deliveries: await latest("/v1/admin/deliveries"),
    runs: await latest("/v1/admin/catalog/runs"),
  };
}

/** Returns the id of an asset. A new one costs an analysis in a child process. */
async function existingAsset(): Promise<string> {
  const former = await app.ask(`/v1/supervisor/assets/${asset}`, { token });
  if (former.status !== 200) asset = (await created(app.upload(token, { bytes: picture, type: "image/jpeg" }))).id;
  return asset;
}

interface Listed {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

async function created(answer: Promise<Response>): Promise<Listed> {
  return ((await (await answer).json()) as { readonly data: Listed }).data;
}

async function latest(path: string): Promise<string> {
  const response = await app.ask(path, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  return ((await response.json()) as { readonly data: readonly Listed[] }).data[0]?.id ?? "1";
}

async function faultsOf(operation: DescribedOperation, request: HostileRequest): Promise<readonly string[]> {
  const headers = new Headers();
  for (const [name, value] of request.headers) headers.append(name, value);
  const { method, body } = request;
  const sent = new Request(`${BASE_URL}${request.target}`, { method, headers, body });
  const response = await whileTimePasses(app.services.app.handle(sent));
  const text = await textOf(response);
  const { status } = response;
  return [
    ...answerFaults({ method, status, headers: response.headers, text }, operation, forbidden),
    ...logFaults(app.logged.splice(0), forbidden.secrets),
  ];
}

/** A search by MCP waits for its result, and other requests for child processes, which need real time. */
async function whileTimePasses(answer: Promise<Response>): Promise<Response> {
  const state = { isAnswered: false };
  const answered = answer.finally(() => {
    state.isAnswered = true;
  });
  for (let steps = 0; !state.isAnswered; steps += 1) {
    await app.time.pass(STEP_MS);
    if (steps >= QUICK_STEPS) await Bun.sleep(REAL_STEP_MS);
  }
  return await answered;
}

/** Returns the text of an answer. A stream of events stays open, and has none. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) return await response.text();
  await response.body?.cancel();
  return "";
}

test(
  "any request to any endpoint gets a documented answer that shows nothing internal",
  async () => {
    const seed = fuzzSeed();
    for (const [index, operation] of operations.entries()) {
      const isSignOut = operation.method === "DELETE" && operation.path === "/v1/session";
      const known = { ...(isSignOut ? ended : credentials), ids: await existingIds() };
      await fc.assert(
        fc.asyncProperty(hostileRequests(operation, known), async (request) => {
          expect(await faultsOf(operation, request)).toEqual([]);
          await app.time.pass(SECOND_MS / 10);
        }),
        { seed: seed + index, numRuns: fuzzRuns(REQUESTS_PER_OPERATION), endOnFailure: true },
      );
    }
    expect((await app.ask("/healthz")).status).toBe(200);
    expect((await app.submit(token, { ...SEARCH, query: "afterwards" })).status).toBe(202);
  },
  TEST_MS,
);

test(
  "any request to a page of the console or to a file of pages gets an answer that shows nothing internal",
  async () => {
    const known = { ...credentials, ids: { songs: "1042", artists: "77", playlists: "12" } };
    const requests = pageOperations(app).map((operation) =>
      hostileRequests(operation, known).map((request) => ({ operation, request })),
    );
    expect(requests.length).toBeGreaterThan(20);
    await fc.assert(
      fc.asyncProperty(fc.oneof(...requests), async ({ operation, request }) => {
        expect(await faultsOf(operation, request)).toEqual([]);
      }),
      { seed: fuzzSeed(), numRuns: fuzzRuns(REQUESTS_TO_PAGES), endOnFailure: true },
    );
  },
  TEST_MS,
);
