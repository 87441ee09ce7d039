import { Elysia } from "elysia";
import { AUDIT_ACTIONS } from "../../schema/audit-actions.ts";
import type { AdminAuditAttributes, AdminUsageAttributes } from "../../schema/wire/admin-records.ts";
import { type AuditActor, AuditEntry } from "../../schema/wire/audit.ts";
import { settleTrail } from "../audit/settle-trail.ts";
import { type AuditRange, listLines } from "../audit/store.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { decodeCursor } from "../http/cursor.ts";
import { jsonApi } from "../http/json-api.ts";
import { listDocument, pageAfter } from "../http/list-document.ts";
import { ListFilters } from "../http/list-filters.ts";
import { type ParsedFilter, readListQuery } from "../http/list-query.ts";
import { administration } from "../keys/admin-authentication.ts";
import { parseChecked } from "../lib/parse-json.ts";
import { usageBy } from "../usage/store.ts";
import type { UsageRange, UsageRow } from "../usage/usage.ts";

const USAGE_PATH = "/v1/admin/usage";
const AUDIT_PATH = "/v1/admin/audit";
const USAGE_ID = /^[\w -]{1,100}$/;
const SEQ = /^\d{1,15}$/;

/** The ledger and the audit trail, as the commands `usage` and `audit` list them. */
export function recordRoutes(
  deps: Pick<FeatureDeps, "db" | "access" | "contexts" | "slices">,
  { baseUrl }: { readonly baseUrl: () => string },
) {
  const { db, slices } = deps;
  return new Elysia()
    .use(administration(deps))
    .get(USAGE_PATH, async ({ request }) => {
      const decode = (cursor: string): string | null => decodeCursor(cursor, USAGE_ID)?.[0] ?? null;
      const query = readListQuery(request.url, { decode, parseFilter: parseUsageFilter });
      const counted = await slices.run(usageBy(db, query.filter), request.signal);
      const rows = counted.map((row) => ({ id: usageIdOf(row), row }));
      const { shown, last } = pageAfter(rows, query);
      const data = shown.map(({ id, row }) => ({ type: "usage", id, attributes: usageOf(row) }));
      return jsonApi(listDocument({ data, last }, query, { baseUrl: baseUrl(), path: USAGE_PATH }));
    })
    .get(AUDIT_PATH, async ({ request }) => {
      const decode = (cursor: string): number | null => {
        const found = decodeCursor(cursor, SEQ)?.[0];
        return found === undefined ? null : Number(found);
      };
      const query = readListQuery(request.url, { decode, parseFilter: parseAuditFilter });
      const { size, after, filter } = query;
      await settleTrail(db);
      const listing = listLines(db, { ...filter, before: after, limit: size + 1 });
      const lines = (await slices.run(listing, request.signal)).toReversed();
      const entries = lines.slice(0, size).flatMap((line) => parseChecked(AuditEntry, line) ?? []);
      const last = lines.length > size ? (entries.at(-1)?.seq ?? null) : null;
      const data = entries.map((entry) => ({
        type: "audit_entries",
        id: String(entry.seq),
        attributes: entryOf(entry),
      }));
      const page = { data, last: last === null ? null : String(last) };
      return jsonApi(listDocument(page, query, { baseUrl: baseUrl(), path: AUDIT_PATH }));
    });
}

function usageIdOf({ period, keyId, tier, billed }: UsageRow): string {
  return `${period} ${keyId} ${tier} ${billed ? "billed" : "free"}`;
}

function usageOf({ period, keyId, keyName, tier, billed, count }: UsageRow): AdminUsageAttributes {
  return { period, key_id: keyId, key_name: keyName, tier, billed, count };
}

function entryOf({ at, actor, action, objects, outcome, request }: AuditEntry): AdminAuditAttributes {
  return { at, actor: actor.kind, actor_name: actorNameOf(actor), action, objects, outcome, request };
}

function actorNameOf(actor: AuditActor): string {
  switch (actor.kind) {
    case "key":
    case "user":
    case "recipient":
      return actor.name;
    case "command":
      return actor.sudo_user === undefined ? actor.user : `${actor.user} (${actor.sudo_user})`;
    case "server":
      return "server";
  }
}

function parseUsageFilter(given: Readonly<Record<string, string>>): ParsedFilter<UsageRange> {
  const filters = new ListFilters(given);
  return filters.end({ ...filters.range(), keyId: filters.text("key") });
}

function parseAuditFilter(given: Readonly<Record<string, string>>): ParsedFilter<Omit<AuditRange, "before" | "limit">> {
  const filters = new ListFilters(given);
  return filters.end({
    ...filters.range(),
    keyId: filters.text("key"),
    action: filters.oneOf("action", AUDIT_ACTIONS),
    actorName: filters.text("actor"),
  });
}
