import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import type { LockHolder } from "../../db/lock.ts";
import { SECOND_MS } from "../../lib/clock.ts";
import { systemTimer, type Timer } from "../../lib/timer.ts";
import { ADMIN_TOKEN_FILE } from "../secrets.ts";
import { ALERT_THRESHOLDS } from "./alert-thresholds.ts";
import { type Check, ok, warn } from "./check.ts";
import { METRICS_LIMIT_MS, readMetrics, type Sample } from "./read-metrics.ts";

const NAME = "running server";
const HOUR_SECONDS = 3_600;
const QUANTILE = 0.99;
/** Those of ten minutes, for which the alert waits, too: a start always delays a few. */
const SAMPLES_MIN = 6_000;
/** One webhook that fails soon after a start is no fault of the server. */
const ATTEMPTS_MIN = 20;

/**
 * Reads the metrics of the server that runs on the data folder, and warns where the alert rules would. Counters count since its
 * start. Empty without a server that has an address.
 */
export async function checkRunningServer(
  config: Pick<Config, "dataDir" | "adminToken" | "tls">,
  holder: LockHolder | null,
  now: number,
  timer: Timer = systemTimer,
): Promise<readonly Check[]> {
  if (holder?.role !== "server" || holder.address === null) return [];
  const token = adminToken(config);
  if (token === null) return [];
  const { address } = holder;
  const found = await readMetrics({ address, token, certificate: config.tls?.cert ?? null }, timer);
  switch (found.kind) {
    case "read": {
      const faults = faultsIn(found.samples);
      return faults.length > 0 ? faults : [ok(NAME, summary(found.samples, now))];
    }
    case "late": {
      const advice = "It is too busy, or it hangs: see its log and `systemctl status needledrop`.";
      return [warn(NAME, `${address} did not answer within ${METRICS_LIMIT_MS / SECOND_MS} s`, advice)];
    }
    case "failed": {
      const advice =
        "Run `doctor` with the settings of the server: its admin token and certificate. If the certificate was replaced, send the server SIGHUP. For a server in a container, run `doctor` in that container. Its metrics were not checked.";
      return [warn(NAME, `the metrics of ${address} cannot be read: ${found.why}`, advice)];
    }
  }
}

/** Reads the token without creating one. */
function adminToken({ dataDir, adminToken: configured }: Pick<Config, "dataDir" | "adminToken">): string | null {
  if (configured !== null) return configured;
  const path = join(dataDir, ADMIN_TOKEN_FILE);
  const token = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  return token === "" ? null : token;
}

/** Returns a warning for each metric that is above the threshold of its alert. */
export function faultsIn(samples: readonly Sample[]): readonly Check[] {
  const total = (name: string, isCounted: (sample: Sample) => boolean = () => true): number =>
    samples.filter((sample) => sample.name === name && isCounted(sample)).reduce((sum, { value }) => sum + value, 0);
  const faults: Check[] = [];
  const add = (isFault: boolean, detail: string, advice: string): void => {
    if (isFault) faults.push(warn(NAME, detail, advice));
  };
  const attempts = total("needledrop_delivery_attempts_total");
  const undelivered = total("needledrop_delivery_attempts_total", ({ labels }) => labels["outcome"] !== "delivered");
  add(
    attempts >= ATTEMPTS_MIN && undelivered > ALERT_THRESHOLDS.NeedledropWebhooksFail * attempts,
    `${undelivered} of ${attempts} webhook attempts failed since the start`,
    "`needledrop deliveries list --status failed` and `deliveries show` say why; `deliveries replay` sends one again.",
  );
  const failing = samples.filter(
    ({ name, value }) => name === "needledrop_duty_failures_in_a_row" && value > ALERT_THRESHOLDS.NeedledropDutyFails,
  );
  add(
    failing.length > 0,
    `recurring duties fail: ${failing.map(({ labels, value }) => `${labels["duty"]} ${value} times`).join(", ")}`,
    'The log line "a recurring duty failed" names the error.',
  );
  const errors = total("needledrop_http_requests_total", ({ labels }) => labels["status"] === "500");
  add(
    errors > ALERT_THRESHOLDS.NeedledropErrors,
    `${errors} requests failed unexpectedly since the start`,
    'Find "unexpected error" in the log; the line has the request id.',
  );
  const dropped = total("needledrop_log_lines_dropped_total");
  add(
    dropped > ALERT_THRESHOLDS.NeedledropLogDropped,
    `${dropped} log lines could not be written since the start`,
    "The disk of the log was full, or its reader has ended.",
  );
  const delay = loopDelay(samples);
  add(
    samplesOfDelay(samples) >= SAMPLES_MIN && delay > ALERT_THRESHOLDS.NeedledropSlow,
    `requests wait for the request thread for up to ${delay} s (p99 since the start)`,
    "Other programs, or too little memory, slow the machine down.",
  );
  const open = total("needledrop_open_files");
  add(
    open > ALERT_THRESHOLDS.NeedledropFilesOpen,
    `${open} open files and sockets`,
    "Look for clients that open connections and do not close them.",
  );
  return faults;
}

/** Returns the upper bound, in seconds, of the bucket of the 99th percentile. */
function loopDelay(samples: readonly Sample[]): number {
  const buckets = samples.filter(({ name }) => name === "needledrop_event_loop_delay_seconds_bucket");
  const count = samplesOfDelay(samples);
  const bound = buckets.find(({ value }) => value >= QUANTILE * count)?.labels["le"] ?? "0";
  return count === 0 ? 0 : Number(bound === "+Inf" ? Infinity : bound);
}

function samplesOfDelay(samples: readonly Sample[]): number {
  return samples.findLast(({ name }) => name === "needledrop_event_loop_delay_seconds_bucket")?.value ?? 0;
}

function summary(samples: readonly Sample[], now: number): string {
  const built = samples.find(({ name }) => name === "needledrop_index_built_timestamp_seconds")?.value ?? 0;
  const hours = Math.max(0, Math.round((now / SECOND_MS - built) / HOUR_SECONDS));
  const index = built === 0 ? "no search index" : `search index built ${hours} h ago`;
  return `no metric is above the threshold of its alert; request thread late by at most ${loopDelay(samples)} s (p99); ${index}`;
}
