import { expect, test } from "bun:test";
import { pino } from "pino";
import { UploadFolder } from "../../src/assets/upload-folder.ts";
import { Uploads, type UploadsParts } from "../../src/assets/uploads.ts";
import { AuditTrail } from "../../src/audit/audit-trail.ts";
import { PostgresServiceDb } from "../../src/db/postgres-service-db.ts";
import { Queue } from "../../src/jobs/queue.ts";
import { createKey } from "../../src/keys/manage-keys.ts";
import { randomId } from "../../src/lib/ids.ts";
import { KeyedSlots } from "../../src/lib/keyed-slots.ts";
import { Refused } from "../../src/lib/refusal.ts";
import { systemTimer } from "../../src/lib/timer.ts";
import { HAS_POSTGRES, newPostgresAddress } from "../support/postgres.ts";
import { PNG } from "../support/small-media.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const QUOTA = 5;
const clock = { now: () => 1_000_000 };

test.skipIf(!HAS_POSTGRES)("two nodes accept exactly the quota of a key, of many uploads at once", async () => {
  const address = await newPostgresAddress();
  const nodes = await Promise.all([PostgresServiceDb.open(address), PostgresServiceDb.open(address)]);
  const [db] = nodes;
  const { key } = await createKey(
    { db, clock, newId: randomId },
    { name: "studio", hasImages: true, imageQuota: QUOTA },
  );
  const uploads = nodes.map(
    (node) =>
      new Uploads({
        db: node,
        clock,
        timer: systemTimer,
        newId: randomId,
        queue: new Queue(clock),
        audit: new AuditTrail({ db: node, clock }),
        log: pino({ enabled: false }),
        folder: new UploadFolder(temporaryFolder()),
        originals: { requireStore: () => undefined, publish: async () => undefined, remove: async () => undefined },
        slots: new KeyedSlots({ totalMax: 100, perOwnerMax: 100 }),
        probe: { timer: systemTimer, pictures: { run: async () => ({ format: "png", width: 1, height: 1 }) } },
        retainsOriginals: false,
        freeBytes: () => 1e12,
      } as unknown as UploadsParts),
  );
  const upload = async (index: number): Promise<unknown> => {
    const form = new FormData();
    form.set("file", new Blob([PNG], { type: "image/png" }), "a.png");
    const { headers, body } = new Request("http://a.example/", { method: "POST", body: form });
    const { signal } = new AbortController();
    const given = { contentType: headers.get("content-type"), contentEncoding: null, body, contentLength: null };
    return await uploads[index % 2]?.accept(key, { ...given, signal, requestId: "r", onRead: () => undefined });
  };
  const outcomes = await Promise.allSettled(Array.from({ length: 24 }, (_, index) => upload(index)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(QUOTA);
  const reasons = outcomes.map((outcome) => (outcome.status === "rejected" ? (outcome.reason as unknown) : null));
  for (const reason of reasons) if (reason !== null) expect(reason).toBeInstanceOf(Refused);
  await Promise.all(nodes.map((node) => node.close()));
});
