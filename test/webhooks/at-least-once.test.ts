import { afterEach, beforeEach, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { systemTimer } from "../../src/lib/timer.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { addressPolicy } from "../../src/webhooks/address-policy.ts";
import { connector, type Post } from "../../src/webhooks/connector.ts";
import { attemptsOf } from "../../src/webhooks/store.ts";
import { makeAuthority } from "../support/certificates.ts";
import { HttpsReceiver } from "../support/https-receiver.ts";
import { SECRET, WebhookSetup } from "./setup.ts";
import { runNow } from "../../src/db/work.ts";

let setup: WebhookSetup;
let receiver: HttpsReceiver;
let post: Post;
beforeEach(async () => {
  setup = new WebhookSetup();
  const authority = await makeAuthority();
  receiver = await HttpsReceiver.start({ authority });
  post = connector({ policy: addressPolicy(["127.0.0.1"]), ca: authority.caPem, timer: systemTimer });
});
afterEach(async () => {
  await receiver.stop();
  await setup.close();
});

/** Runs a runner with the real clock until its first report, and returns how that job ended. */
async function runOnce(more: { readonly isOnlyRunner: boolean }): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const runner = setup.runner([setup.job({ post, clock: systemClock, timer: systemTimer })], {
    lanes: { webhook: 16 },
    clock: systemClock,
    timer: systemTimer,
    onReport: (report) => resolve(report.ended),
    ...more,
  });
  await runner.start();
  const ended = await promise;
  await runner.stop();
  return ended;
}

test("a webhook that was received but not recorded before a crash is sent again, with the same webhook-id", async () => {
  const id = setup.deliver("execution-1", `${receiver.url}/callback`);
  expect(await runOnce({ isOnlyRunner: true })).toBe("done");
  // The state after a crash between sending and recording: the lease has expired.
  setup.tamper("delete from delivery_attempts");
  setup.tamper("update deliveries set status = 'pending', attempts = 0, finished_at = null");
  setup.tamper("update jobs set state = 'running', lease_owner = 'dead', lease_until = 1, finished_at = null");
  expect(await runOnce({ isOnlyRunner: false })).toBe("done");

  expect(receiver.received.length).toBe(2);
  expect(receiver.received.map((one) => one.headers["webhook-id"])).toEqual([id, id]);
  for (const one of receiver.received) {
    expect(new Webhook(SECRET).verify(one.body, one.headers)).toEqual({ result_of: "execution-1" });
  }
  expect(setup.delivery(id)).toMatchObject({ status: "delivered", attempts: 1 });
  expect(runNow(attemptsOf(setup.db, id))).toMatchObject([{ outcome: "delivered", statusCode: 200 }]);
});

test("a body that was changed in transit does not verify", async () => {
  setup.deliver("execution-1", `${receiver.url}/callback`);
  await runOnce({ isOnlyRunner: true });
  const { body, headers } = await receiver.next();
  expect(() => new Webhook(SECRET).verify(`${body} `, headers)).toThrow("No matching signature found");
});
