import type { JobKind } from "../../src/jobs/job-kind.ts";
import type { Post } from "../../src/webhooks/connector.ts";
import type { Message } from "../../src/lib/http-out/exchange.ts";
import type { Delivery } from "../../src/webhooks/delivery.ts";
import { hostGuard } from "../../src/webhooks/host-guard.ts";
import { deliveryJob, type DeliveryJobDeps } from "../../src/webhooks/jobs.ts";
import type { AttemptResult } from "../../src/webhooks/attempt-result.ts";
import { createDelivery, findDelivery } from "../../src/webhooks/store.ts";
import { JobsSetup } from "../jobs/setup.ts";
import { runNow } from "../../src/db/work.ts";
import { writeNow } from "../support/write-now.ts";

/** `whsec_` and 24 bytes in base64. */
export const SECRET = `whsec_${Buffer.from("needledrop test secret 1").toString("base64")}`;

const OK: AttemptResult = { outcome: "delivered", statusCode: 200, detail: "answered 200" };

/** A service database with two keys, and a delivery job whose network answers with the results of the test. */
export class WebhookSetup extends JobsSetup {
  readonly sent: (Message & { readonly at: number })[] = [];
  /** The results of the next attempts. Further attempts get a 200. */
  readonly results: (AttemptResult | Promise<AttemptResult>)[] = [];

  constructor() {
    super();
    for (const id of ["key-1", "key-2"]) {
      this.tamper(
        `insert into keys (id, name, mode, token_hash, webhook_secret, has_supervisor, has_images, has_video, rate, image_quota, video_quota, created_at)
         values ('${id}', 'studio', 'test', '${id}', '${SECRET}', 1, 0, 0, 25, 0, 0, 0)`,
      );
    }
  }

  readonly #post: Post = async (message, stop) => {
    this.sent.push({ ...message, at: this.time.now() });
    const stopped = new Promise<never>((_, reject) => {
      stop.addEventListener("abort", () => reject(stop.reason));
    });
    return Promise.race([this.results.shift() ?? OK, stopped]);
  };

  /** Adds a finished execution and its delivery; returns the delivery's id. */
  deliver(executionId = "execution-1", url = "https://hooks.example/callback", keyId = "key-1"): string {
    const at = this.time.now();
    this.tamper(
      `insert into executions (id, search_id, key_id, status, tier, query, asset_ids, callback_url, created_at, finished_at)
       values ('${executionId}', 'search-${executionId}', '${keyId}', 'completed', 'text', 'rain', '[]', '${url}', ${at}, ${at})`,
    );
    return writeNow(this.db, (tx) => runNow(createDelivery(tx, this.queue, { executionId, url, now: at })));
  }

  job(more: Partial<DeliveryJobDeps> = {}): JobKind<{ delivery_id: string }> {
    return deliveryJob({
      db: this.db,
      queue: this.queue,
      clock: this.time,
      stopwatch: this.time,
      timer: this.time,
      log: this.log,
      random: () => 0,
      post: this.#post,
      hosts: hostGuard(),
      version: "1.2.3",
      bodyOf: (executionId) => JSON.stringify({ result_of: executionId }),
      secretsOf: () => [SECRET],
      ...more,
    });
  }

  /** Starts a runner for deliveries, and sends what is due. */
  async send(more: Partial<DeliveryJobDeps> = {}): Promise<void> {
    await this.runner([this.job(more)], { lanes: { webhook: 32 } }).start();
    await this.time.runDue();
  }

  delivery(id: string): Delivery {
    const delivery = runNow(findDelivery(this.db, id));
    if (delivery === null) throw new Error(`There is no delivery ${id}.`);
    return delivery;
  }
}

export function refusedWith(statusCode: number): AttemptResult {
  return { outcome: "http_status", statusCode, detail: `answered ${statusCode}` };
}
