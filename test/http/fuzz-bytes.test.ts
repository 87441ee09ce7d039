import { afterAll, beforeAll, expect, test } from "bun:test";
import * as fc from "fast-check";
import { LEAKS } from "../support/fuzz/answer-faults.ts";
import { type DescribedOperation, describedOperations, pageOperations } from "../support/fuzz/described-operations.ts";
import { fuzzRuns, fuzzSeed } from "../support/fuzz/fuzz-settings.ts";
import { hostileBytes } from "../support/fuzz/hostile-bytes.ts";
import { hostileRequests, type Known } from "../support/fuzz/hostile-requests.ts";
import { logFaults } from "../support/fuzz/log-faults.ts";
import { HalfSent } from "../support/half-sent.ts";
import { ADMIN_TOKEN, HttpApp } from "../support/http-app.ts";
import { type BrowserSession, signedIn } from "../support/signed-in.ts";
import { SMALL_CATALOG } from "../support/small-catalog.ts";

// Bytes that are almost requests, over sockets: whatever comes back is HTTP without a failure, and the server serves others.

const CONNECTIONS = 10;
const ROUNDS = 200;
/** The longest delay of a sign-in after wrong ones. */
const SIGN_IN_DELAY_MS = 60_000;
const TEST_MS = 24 * 3_600_000;

let app: HttpApp;
let port = 0;
let operations: readonly DescribedOperation[];
let tokens: readonly string[];
let session: BrowserSession;
/** The session that `DELETE /v1/session` ends. */
let ended: BrowserSession;
let secrets: readonly string[];
beforeAll(async () => {
  app = await HttpApp.create(SMALL_CATALOG);
  operations = [...(await describedOperations(app)), ...pageOperations(app)];
  session = await signedIn(app, "admin");
  ended = await signedIn(app, "admin", "another admin");
  tokens = [app.key({ rate: 10_000, hasImages: true, hasVideo: true }).token, ADMIN_TOKEN];
  secrets = [...tokens, ...[session, ended].map(({ cookie }) => cookie.slice(cookie.indexOf("=") + 1))];
  app.services.app.listen({ port: 0, hostname: "127.0.0.1" });
  port = app.services.app.server?.port ?? 0;
});
afterAll(async () => {
  await app.services.app.server?.stop(true);
  await app.close();
});

function bytes(): fc.Arbitrary<string> {
  const [key = "", admin = ""] = tokens;
  const ids = { songs: "1042", audio_files: "9001", artists: "77" };
  const knownWith = ({ headers, cookie }: BrowserSession): Known => ({
    credentials: {
      ApiKey: { authorization: `Token ${key}` },
      AdminToken: { authorization: `Bearer ${admin}` },
      Session: headers,
    },
    otherCredentials: [{}, { cookie }],
    ids,
  });
  const [known, knownEnded] = [knownWith(session), knownWith(ended)];
  return hostileBytes(
    fc.oneof(...operations.map((operation) => hostileRequests(operation, isSignOut(operation) ? knownEnded : known))),
  );
}

function isSignOut({ method, path }: DescribedOperation): boolean {
  return method === "DELETE" && path === "/v1/session";
}

function faultsIn(answer: string): readonly string[] {
  if (answer === "") return [];
  const faults = answer.startsWith("HTTP/1.1 ") ? [] : ["the answer is not HTTP"];
  const statuses = [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
  if (statuses.some((status) => status >= 500 && status !== 503 && status !== 505)) faults.push("the status is 5xx");
  if (statuses.some((status) => status >= 400)) {
    for (const leak of LEAKS) if (leak.test(answer)) faults.push(`the answer has ${String(leak)}`);
    if (answer.includes(app.folder)) faults.push("the answer has the data folder");
  }
  return faults;
}

test(
  "any bytes get an answer of HTTP or none, and keep nobody out",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(bytes(), { minLength: CONNECTIONS, maxLength: CONNECTIONS }), async (all) => {
        const clients = await Promise.all(all.map((one) => HalfSent.open(port, one)));
        const healthz = await fetch(`http://127.0.0.1:${port}/healthz`);
        expect([healthz.status, await healthz.text()]).toEqual([200, expect.any(String)]);
        // What is incomplete would wait for the rest.
        for (const client of clients) client.leave();
        expect(clients.flatMap(({ answer }) => faultsIn(answer))).toEqual([]);
        expect(logFaults(app.logged.splice(0), secrets)).toEqual([]);
        await app.time.pass(SIGN_IN_DELAY_MS);
      }),
      { seed: fuzzSeed(), numRuns: fuzzRuns(ROUNDS), endOnFailure: true },
    );
    // The places of the bodies that were not completed are free again.
    const search = { query: "afterwards", callback_url: "https://studio.example/x" };
    expect((await app.submit(tokens[0] ?? "", search)).status).toBe(202);
  },
  TEST_MS,
);
