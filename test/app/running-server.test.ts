import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ALERT_THRESHOLDS } from "../../src/app/checks/alert-thresholds.ts";
import { samplesIn } from "../../src/app/checks/read-metrics.ts";
import { checkRunningServer, faultsIn } from "../../src/app/checks/running-server.ts";
import { DutyMetrics } from "../../src/jobs/duty-metrics.ts";
import { type Certificate, makeAuthority } from "../support/certificates.ts";
import { FakeTime } from "../jobs/fake-time.ts";

const TOKEN = "an-admin-token-for-tests";
const ALERTS = join(import.meta.dir, "../../docs/monitoring/alerts.yml");
const NOW = 1_800_000_000_000;
const CALM = [
  'needledrop_event_loop_delay_seconds_bucket{le="0.025"} 9990',
  'needledrop_event_loop_delay_seconds_bucket{le="+Inf"} 10000',
  "needledrop_event_loop_delay_seconds_sum 3.5",
  `needledrop_index_built_timestamp_seconds ${NOW / 1_000 - 7_200}`,
  'needledrop_delivery_attempts_total{outcome="delivered"} 10',
  'needledrop_delivery_attempts_total{outcome="timeout"} 10',
  'needledrop_duty_failures_in_a_row{duty="sweep media"} 3',
  'needledrop_http_requests_total{route="/v1/songs/:id",method="GET",status="503"} 7',
  "needledrop_log_lines_dropped_total 0",
  "needledrop_open_files 5000",
].join("\n");

let answer: (request: Request) => Response | Promise<Response>;
let server: ReturnType<typeof Bun.serve>;
beforeAll(() => {
  server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request) => answer(request) });
});
afterAll(() => server.stop(true));

/** Asks a server of this address that has `presented`, with `configured` in the settings. */
async function checkWithTls(presented: Certificate, configured: Certificate) {
  const { certPem: cert, keyPem: key } = presented;
  const asked: (string | null)[] = [];
  const secure = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { cert, key },
    fetch: (request) => {
      asked.push(request.headers.get("authorization"));
      return new Response(CALM);
    },
  });
  const holder = { pid: 4711, role: "server", address: `https://127.0.0.1:${secure.port}`, since: 0 };
  const tls = { cert: configured.certPem, key: configured.keyPem };
  const checks = await checkRunningServer({ dataDir: "/nowhere", adminToken: TOKEN, tls }, holder, NOW);
  await secure.stop(true);
  return { checks, asked };
}

async function check(options: { readonly token?: string; readonly role?: string; readonly timer?: FakeTime } = {}) {
  const { token = TOKEN, role = "server", timer } = options;
  const holder = { pid: 4711, role, address: `http://127.0.0.1:${server.port}`, since: 0 };
  return await checkRunningServer({ dataDir: "/nowhere", adminToken: token, tls: null }, holder, NOW, timer);
}

/** Returns the warnings about CALM with these lines instead of those of the same series. */
function warningsWith(...lines: readonly string[]): readonly string[] {
  const series = new Set(lines.map((line) => line.slice(0, line.lastIndexOf(" "))));
  const others = CALM.split("\n").filter((line) => !series.has(line.slice(0, line.lastIndexOf(" "))));
  return faultsIn(samplesIn([...others, ...lines].join("\n"))).map(({ detail }) => detail);
}

describe("the doctor's check of a running server", () => {
  test("asks for its metrics with the admin token, and says how it is", async () => {
    answer = (request) => {
      const { pathname } = new URL(request.url);
      const isAsked = request.method === "GET" && pathname === "/metrics";
      const isAllowed = request.headers.get("authorization") === `Bearer ${TOKEN}`;
      return isAsked && isAllowed ? new Response(CALM) : new Response("", { status: 401 });
    };
    const [found] = await check();
    expect(found?.status).toBe("ok");
    expect(found?.detail).toEndWith("request thread late by at most 0.025 s (p99); search index built 2 h ago");
    const [refused] = await check({ token: "another token" });
    expect(refused).toMatchObject({ status: "warn", detail: expect.stringMatching(/cannot be read: answered 401$/) });
  });

  test("trusts the certificate of the settings for any name, and sends the token to no other", async () => {
    const authority = await makeAuthority();
    const [own, other] = await Promise.all([authority.issue(["music.studio.example"]), authority.issue(["127.0.0.1"])]);
    const chain = { ...own, certPem: `${own.certPem}\n${authority.caPem}` };
    expect((await checkWithTls(own, own)).checks).toMatchObject([{ status: "ok" }]);
    expect((await checkWithTls(chain, chain)).checks).toMatchObject([{ status: "ok" }]);
    const { checks, asked } = await checkWithTls(other, chain);
    expect(checks).toMatchObject([{ status: "warn", detail: expect.stringContaining("ERR_TLS_UNAUTHORIZED") }]);
    expect(asked).toEqual([]);
  });

  test("says that a server does not answer", async () => {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<Response>();
    answer = () => {
      asked.resolve();
      return answered.promise;
    };
    const timer = new FakeTime();
    const checked = check({ timer });
    await asked.promise;
    await timer.pass(2_000);
    const [found] = await checked;
    answered.resolve(new Response(""));
    expect(found).toMatchObject({ status: "warn", detail: expect.stringMatching(/did not answer within 2 s$/) });
  });

  test("is not made without a server that listens, and creates no admin token", async () => {
    const config = { dataDir: "/nowhere", adminToken: null, tls: null };
    const holder = { pid: 1, role: "server", address: server.url.href, since: 0 };
    expect(await checkRunningServer(config, null, NOW)).toEqual([]);
    expect(await checkRunningServer(config, { ...holder, address: null }, NOW)).toEqual([]);
    expect(await checkRunningServer(config, holder, NOW)).toEqual([]);
    expect(await check({ role: "import" })).toEqual([]);
  });

  test.each([
    [['needledrop_delivery_attempts_total{outcome="dns"} 1'], "11 of 21 webhook attempts failed since the start"],
    [['needledrop_duty_failures_in_a_row{duty="clean jobs"} 4'], "recurring duties fail: clean jobs 4 times"],
    [
      ['needledrop_http_requests_total{route="/",method="GET",status="500"} 2'],
      "2 requests failed unexpectedly since the start",
    ],
    [["needledrop_log_lines_dropped_total 5"], "5 log lines could not be written since the start"],
    [
      [
        'needledrop_event_loop_delay_seconds_bucket{le="0.025"} 9000',
        'needledrop_event_loop_delay_seconds_bucket{le="0.5"} 9950',
        'needledrop_event_loop_delay_seconds_bucket{le="+Inf"} 10000',
      ],
      "requests wait for the request thread for up to 0.5 s (p99 since the start)",
    ],
    [["needledrop_open_files 5001"], "5001 open files and sockets"],
  ])("warns above the threshold of an alert: %j", (lines, expected) => {
    expect(warningsWith(...lines)).toEqual([expected]);
  });

  test("does not warn of a few failed webhooks after a start", () => {
    const failed = (attempts: number) => samplesIn(`needledrop_delivery_attempts_total{outcome="dns"} ${attempts}`);
    expect(faultsIn(failed(19))).toEqual([]);
    expect(faultsIn(failed(20))).toHaveLength(1);
  });

  test("does not warn at the thresholds, nor of the delays of a start", () => {
    const starting = ["0.025", "1", "+Inf"].map(
      (le, at) => `needledrop_event_loop_delay_seconds_bucket{le="${le}"} ${at * 50}`,
    );
    expect(warningsWith(...starting)).toEqual([]);
    expect(warningsWith()).toEqual([]);
    expect(faultsIn([])).toEqual([]);
  });

  test("has the thresholds of the alert rules", () => {
    const { groups } = Bun.YAML.parse(readFileSync(ALERTS, "utf8")) as {
      readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    const used = rules.flatMap(({ alert, expr }) => {
      const threshold = /> ([\d.]+)(?: \*.*)?\s*$/.exec(expr)?.[1];
      return alert in ALERT_THRESHOLDS ? [[alert, Number(threshold)]] : [];
    });
    expect(Object.fromEntries(used)).toEqual(ALERT_THRESHOLDS);
  });
});

test("failures of a duty in a row are counted until it is done", async () => {
  const metrics = new DutyMetrics({ now: () => NOW });
  const gauge = metrics.all.find(({ name }) => name === "needledrop_duty_failures_in_a_row");
  const run = { duty: "sweep", durationMs: 1, removed: 0 } as const;
  const values: unknown[] = [];
  for (const outcome of ["failed", "failed", "done", "failed"] as const) {
    metrics.ended({ ...run, outcome });
    const [value] = (await gauge?.collector.get())?.values ?? [];
    values.push(value?.value);
  }
  expect(values).toEqual([1, 2, 0, 1]);
});
