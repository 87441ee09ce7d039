import { afterEach, beforeEach, expect, test } from "bun:test";
import { createLogger } from "../../src/app/logger.ts";
import { SECOND_MS } from "../../src/lib/clock.ts";
import { resultOfReply } from "../../src/webhooks/attempt-result.ts";
import { attemptsOf } from "../../src/webhooks/store.ts";
import { WebhookSetup } from "./setup.ts";
import { runNow } from "../../src/db/work.ts";

const URL_TEXT = "https://hooks.example/in/path-secret-1?key=query-secret-2";

let setup: WebhookSetup;
let text: string;
beforeEach(() => {
  setup = new WebhookSetup();
  text = "";
});
afterEach(() => setup.close());

const log = () =>
  createLogger(
    { logLevel: "debug", logFormat: "json" },
    { isTerminal: false, destination: { write: (line) => void (text += line) } },
  );

test("the response of a receiver that quotes its own URL is only in the delivery log", async () => {
  const excerpt = "Cannot POST /in/path-secret-1?key=query-secret-2";
  setup.results.push(resultOfReply({ status: 404, headers: new Map(), body: Buffer.from(excerpt) }));
  const id = setup.deliver("execution-1", URL_TEXT);
  await setup.send({ log: log() });
  expect(runNow(attemptsOf(setup.db, id))).toMatchObject([{ detail: `answered 404: ${excerpt}` }]);
  expect(text).toContain("answered 404");
  expect(text).not.toMatch(/path-secret|query-secret/);
});

test("a delivery whose URL cannot be parsed, or whose sending is a bug, does not log the URL", async () => {
  setup.deliver("execution-1", URL_TEXT);
  setup.deliver("execution-2", URL_TEXT.replace("https:", "no scheme"));
  const runner = setup.runner([setup.job({ post: () => Promise.reject(new Error("a bug")) })], {
    lanes: { webhook: 32 },
    log: log(),
  });
  await runner.start();
  await setup.time.pass(SECOND_MS);
  expect(text).toContain("the URL of delivery msg_execution-2 cannot be parsed");
  expect(text).toContain("a bug");
  expect(text).not.toMatch(/path-secret|query-secret/);
});
