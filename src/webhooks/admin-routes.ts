import { Elysia } from "elysia";
import type { AdminDeliveryAttributes } from "../../schema/wire/admin-deliveries.ts";
import { TestWebhookRequest } from "../../schema/wire/admin-keys.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { BodyReader } from "../http/body-reader.ts";
import { decodeCursor } from "../http/cursor.ts";
import { jsonApi } from "../http/json-api.ts";
import { listDocument } from "../http/list-document.ts";
import { ListFilters } from "../http/list-filters.ts";
import { type ParsedFilter, readListQuery } from "../http/list-query.ts";
import { pathId } from "../http/path-id.ts";
import { readDocument } from "../http/read-attributes.ts";
import { administration, ADMINISTRATORS } from "../keys/admin-authentication.ts";
import { isUsable } from "../keys/key.ts";
import { signingSecrets } from "../keys/signing-secrets.ts";
import { stopwatch } from "../lib/clock.ts";
import { KeyedSlots } from "../lib/keyed-slots.ts";
import { refuse, refuseUntil } from "../lib/refusal.ts";
import type { AddressPolicy } from "./address-policy.ts";
import { checkCallbackUrl } from "./callback-url.ts";
import type { Post } from "./connector.ts";
import { type DeliveryAttempt, jobKeyOf } from "./delivery.ts";
import { showDelivery } from "./delivery-log.ts";
import { replayDelivery } from "./replay.ts";
import { sendTest } from "./send-test.ts";
import { type DeliveryFilter, type DeliveryListed, type DeliveryPosition, listDeliveries } from "./store.ts";

const PATH = "/v1/admin/deliveries";
const TEST_PATH = "/v1/admin/keys/:id/test-webhook";
const POSITION = /^(\d{1,15}) (msg_[\w-]{1,100})$/;
const STATUSES = ["pending", "delivered", "failed"] as const;
/** A test webhook waits for its receiver, so only a few run at the same time. */
const TESTS = { totalMax: 4, perOwnerMax: 2 };
const TESTS_RETRY_SECONDS = 5;

export interface DeliveryAdministration {
  readonly baseUrl: () => string;
  /** Builds the body that an attempt would send now. Null if its search was deleted. */
  readonly bodyOf: (executionId: string) => Promise<string | null> | string | null;
  readonly post: Post;
  readonly policy: AddressPolicy;
}

/** Lists and replays webhooks, with the functions of the commands, and sends test webhooks. */
export function adminDeliveryRoutes(
  deps: Pick<
    FeatureDeps,
    | "db"
    | "queue"
    | "keys"
    | "access"
    | "contexts"
    | "clock"
    | "timer"
    | "newId"
    | "audit"
    | "storage"
    | "version"
    | "slices"
  >,
  { baseUrl, bodyOf, post, policy }: DeliveryAdministration,
) {
  const { db, queue, keys, clock, newId, version, audit, slices } = deps;
  const bodies = new BodyReader(deps.timer, deps.contexts);
  const tests = new KeyedSlots(TESTS);
  /** Returns documents of deliveries, with their attempts if `log` is given. */
  const documentsOf = async (
    shown: readonly DeliveryListed[],
    log?: readonly DeliveryAttempt[],
  ): Promise<readonly object[]> => {
    const pending = shown.filter(({ status }) => status === "pending").map(({ id }) => jobKeyOf(id));
    const jobs = pending.length === 0 ? null : await db.read(queue.findAll(db, pending));
    return shown.map((delivery) => {
      const job = jobs?.get(jobKeyOf(delivery.id));
      const nextAt = job?.state === "ready" ? job.runAt : null;
      return { type: "deliveries", id: delivery.id, attributes: attributesOf(delivery, nextAt, log) };
    });
  };
  return new Elysia()
    .use(administration(deps))
    .get(PATH, async ({ request }) => {
      const query = readListQuery(request.url, { decode, parseFilter });
      const { size, after, filter } = query;
      const listing = listDeliveries(db, { ...filter, after, limit: size + 1 });
      const found = await slices.run(listing, request.signal);
      const shown = found.slice(0, size);
      const end = found.length > size ? shown.at(-1) : undefined;
      const last = end === undefined ? null : `${end.createdAt} ${end.id}`;
      const data = await documentsOf(shown);
      return jsonApi(listDocument({ data, last }, query, { baseUrl: baseUrl(), path: PATH }));
    })
    .get(`${PATH}/:id`, async ({ params }) => {
      const { delivery, attempts } = (await db.read(showDelivery(db, pathId(params.id)))) ?? missing();
      const [data] = await documentsOf([delivery], attempts);
      return jsonApi({ data });
    })
    .get(`${PATH}/:id/body`, async ({ params }) => {
      const { delivery } = (await db.read(showDelivery(db, pathId(params.id)))) ?? missing();
      const body = await bodyOf(delivery.executionId);
      if (body === null) throw refuse("not_found", { detail: "The search of this delivery was deleted." });
      const headers = { "content-type": "application/vnd.api+json", "cache-control": "no-store" };
      return new Response(body, { headers });
    })
    .post(`${PATH}/:id/replay`, async ({ params, by }) => {
      const id = pathId(params.id);
      deps.storage.requireWritable();
      const result = await db.write(function* (tx) {
        const replay = yield* replayDelivery(tx, queue, id);
        const isChange = replay !== "unknown" && replay !== "under_way";
        if (isChange) yield* audit.recordIn(tx, { ...by, action: "delivery.replayed", objects: { delivery: id } });
        return replay;
      });
      if (result === "unknown") return missing();
      return jsonApi({ data: { type: "replays", id, attributes: { result } } }, 202);
    })
    .post(
      TEST_PATH,
      async ({ params, request, by }) => {
        const document = await readDocument(request, {
          schema: TestWebhookRequest,
          bodies,
          bodiesOf: ADMINISTRATORS,
        });
        const { url } = document.data.attributes;
        const row = await deps.db.read(keys.row(pathId(params.id)));
        if (row === null) throw refuse("not_found", { detail: "There is no key with this id." });
        if (!isUsable(row, clock.now())) {
          throw refuse("conflict", { detail: "The key was revoked or has expired, so nothing is sent for it." });
        }
        const complaint = checkCallbackUrl(url, policy);
        if (complaint !== null) {
          const detail = complaint.replace("`callback_url`", "`url`");
          throw refuse("invalid_attribute", { detail, source: { pointer: "/data/attributes/url" } });
        }
        const release = tests.take(row.id);
        if (release === null) throw refuseUntil("overloaded", TESTS_RETRY_SECONDS);
        try {
          const secrets = signingSecrets(row, clock.now());
          const sending = { post, clock, stopwatch, newId, version };
          const result = await sendTest(sending, { url, secrets, keyId: row.id }, request.signal);
          const objects = { key: row.id, webhook: result.id };
          await audit.record({ ...by, action: "webhook.tested", objects, outcome: result.outcome });
          const attributes = {
            url,
            outcome: result.outcome,
            status_code: result.statusCode,
            detail: result.detail,
            duration_ms: result.durationMs,
            sent_at: new Date(result.at).toISOString(),
          };
          return jsonApi({ data: { type: "test_webhooks", id: result.id, attributes } });
        } finally {
          release();
        }
      },
      { parse: "none" },
    );
}

function missing(): never {
  throw refuse("not_found", { detail: "There is no delivery with this id." });
}

function attributesOf(
  delivery: DeliveryListed,
  nextAt: number | null,
  log: readonly DeliveryAttempt[] | undefined,
): AdminDeliveryAttributes {
  return {
    status: delivery.status,
    url: delivery.url,
    search_id: delivery.searchId,
    key_id: delivery.keyId,
    attempts: delivery.attempts,
    created_at: new Date(delivery.createdAt).toISOString(),
    finished_at: delivery.finishedAt === null ? null : new Date(delivery.finishedAt).toISOString(),
    last_outcome: delivery.lastOutcome,
    last_detail: delivery.lastDetail,
    next_attempt_at: nextAt === null ? null : new Date(nextAt).toISOString(),
    ...(log === undefined ? {} : { log: log.map(attemptOf) }),
  };
}

function attemptOf({ number, at, durationMs, outcome, statusCode, detail }: DeliveryAttempt) {
  return {
    number,
    at: new Date(at).toISOString(),
    duration_ms: durationMs,
    outcome,
    status_code: statusCode,
    detail,
  };
}

function decode(cursor: string): DeliveryPosition | null {
  const [, createdAt, id] = decodeCursor(cursor, POSITION) ?? [];
  return createdAt === undefined || id === undefined ? null : { createdAt: Number(createdAt), id };
}

function parseFilter(
  given: Readonly<Record<string, string>>,
): ParsedFilter<Pick<DeliveryFilter, "status" | "keyId" | "from" | "to">> {
  const filters = new ListFilters(given);
  return filters.end({
    status: filters.oneOf("status", STATUSES),
    keyId: filters.text("key"),
    ...filters.range(),
  });
}
