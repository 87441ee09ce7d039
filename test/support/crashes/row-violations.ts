import type { Received } from "../https-receiver.ts";
import type { AcceptedSearch, Acknowledged } from "./acknowledged.ts";

/** Violations that are named, per invariant. */
const NAMED_MAX = 5;

export interface Violated {
  readonly what: string;
  readonly which: readonly string[];
}

/** Runs a statement on the service database, and returns the columns of its rows as text. */
export type Query = (text: string) => readonly (readonly string[])[];

/** Compares the rows of searches, webhooks, the ledger and uploads with what was acknowledged, on either engine. */
export function rowViolations(
  query: Query,
  acknowledged: Acknowledged,
  received: readonly Received[],
): readonly Violated[] {
  return [
    ...searchViolations(query, acknowledged, received),
    ...ledgerViolations(query, acknowledged),
    ...assetViolations(query, acknowledged),
  ];
}

/** Returns a sentence for each invariant that is broken. */
export function sentencesOf(violated: readonly Violated[]): readonly string[] {
  return violated.filter(({ which }) => which.length > 0).map(sentenceOf);
}

function sentenceOf({ what, which }: Violated): string {
  const rest = which.length > NAMED_MAX ? `, and ${which.length - NAMED_MAX} more` : "";
  return `${what}: ${which.slice(0, NAMED_MAX).join(", ")}${rest}`;
}

function searchViolations(
  query: Query,
  { searches, replays }: Acknowledged,
  received: readonly Received[],
): readonly Violated[] {
  const ended = new Set(firsts(query, "SELECT search_id AS id FROM executions WHERE status = 'completed'"));
  const unfinished = firsts(query, "SELECT id FROM executions WHERE status <> 'completed'");
  const undelivered = firsts(
    query,
    `SELECT e.id FROM executions e LEFT JOIN deliveries d ON d.execution_id = e.id AND d.status = 'delivered'
     WHERE d.id IS NULL`,
  );
  const idsByPath = new Map<string, Set<string>>();
  const pathsById = new Map<string, Set<string>>();
  const countById = new Map<string, number>();
  for (const { path, headers } of received) {
    const id = headers["webhook-id"] ?? "";
    addTo(idsByPath, path, id);
    addTo(pathsById, id, path);
    countById.set(id, (countById.get(id) ?? 0) + 1);
  }
  const urls = new Set(firsts(query, "SELECT url FROM deliveries").map((url) => new URL(url).pathname));
  const isJoined = ({ path }: AcceptedSearch): boolean => !urls.has(path);
  return [
    { what: "accepted searches that did not end as completed", which: lost(searches, ({ id }) => ended.has(id)) },
    { what: "executions that did not end as completed", which: unfinished },
    { what: "executions whose webhook was not delivered", which: undelivered },
    {
      what: "acknowledged replays that did not arrive",
      which: [...replays].filter(([id, before]) => (countById.get(id) ?? 0) <= before).map(([id]) => id),
    },
    {
      what: "accepted searches whose webhook did not arrive",
      which: lost(searches, (one) => isJoined(one) || idsByPath.has(one.path)),
    },
    { what: "callbacks with several webhook-ids", which: withSeveral(idsByPath) },
    { what: "webhook-ids of several callbacks", which: withSeveral(pathsById) },
  ];
}

function ledgerViolations(query: Query, { cacheHits }: Acknowledged): readonly Violated[] {
  const unbilled = firsts(
    query,
    "SELECT e.id FROM executions e LEFT JOIN ledger l ON l.execution_id = e.id GROUP BY e.id HAVING count(l.id) <> 1",
  );
  const unknown = firsts(
    query,
    `SELECT l.execution_id AS id FROM ledger l LEFT JOIN executions e ON e.id = l.execution_id
     WHERE l.execution_id IS NOT NULL AND e.id IS NULL`,
  );
  const counted = query("SELECT search_id, count(*) FROM ledger WHERE tier = 'cached' GROUP BY search_id");
  const hits = new Map(counted.map(([searchId = "", count]) => [searchId, Number(count)]));
  const answered = Map.groupBy(cacheHits, (id) => id);
  const missing = [...answered].filter(([id, answers]) => (hits.get(id) ?? 0) < answers.length).map(([id]) => id);
  return [
    { what: "executions without exactly one row in the ledger", which: unbilled },
    { what: "rows of the ledger without an execution", which: unknown },
    { what: "answers from the cache that are not in the ledger", which: missing },
  ];
}

function assetViolations(query: Query, { assetIds }: Acknowledged): readonly Violated[] {
  const known = new Set(firsts(query, "SELECT id FROM assets"));
  const failed = query("SELECT id, status, coalesce(error, 'no error') FROM assets WHERE status <> 'processed'");
  return [
    { what: "accepted uploads that are gone", which: assetIds.filter((id) => !known.has(id)) },
    {
      what: "good uploads that were not processed",
      which: failed.map(([id, status, error]) => `${id} (${status}, ${error})`),
    },
  ];
}

function lost(searches: readonly AcceptedSearch[], isKept: (search: AcceptedSearch) => boolean): readonly string[] {
  return searches.filter((search) => !isKept(search)).map(({ id, path }) => `${id} (${path})`);
}

function withSeveral(sets: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  return [...sets].filter(([, set]) => set.size > 1).map(([name]) => name);
}

function addTo(sets: Map<string, Set<string>>, name: string, value: string): void {
  sets.set(name, (sets.get(name) ?? new Set()).add(value));
}

/** Returns the first column of a query's rows. */
function firsts(query: Query, text: string): readonly string[] {
  return query(text).map(([first = ""]) => first);
}
