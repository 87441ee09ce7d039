/**
 * `bun scripts/failing-store.ts SEED`: a store of objects in a process of its own, which outlives killed servers. It prints its settings
 * as JSON, fails at random times, and stops failing after a request to `/calm`. The crash run starts it.
 */
import { seeded } from "../src/sound/seeded.ts";
import { FakeS3 } from "../test/support/fake-s3.ts";

/** Share of requests that fail alone: another attempt succeeds. */
const FAILED_SHARE = 0.03;
/** Share of requests whose work is done, but whose answer is lost. */
const LOST_SHARE = 0.02;
/** Outages, longer than all attempts of a request together. */
const OUTAGE_MS = 2_000;
const UP_MAX_MS = 30_000;

const random = seeded(`${process.argv[2] ?? ""}/store`);
const fake = new FakeS3();
let isCalm = false;
let isOut = false;

function change(): void {
  isOut = !isOut && !isCalm;
  setTimeout(change, isOut ? OUTAGE_MS : random() * UP_MAX_MS);
}

fake.instead = (request) => {
  if (new URL(request.url).pathname === "/calm") {
    isCalm = true;
    isOut = false;
    return new Response();
  }
  if (isCalm) return null;
  if (isOut) return new Response(null, { status: random() < 0.5 ? 503 : 403 });
  return random() < FAILED_SHARE ? new Response(null, { status: 500 }) : null;
};
fake.losesAnswer = () => !isCalm && random() < LOST_SHARE;
setTimeout(change, random() * UP_MAX_MS);
console.log(JSON.stringify(fake.settings()));
