import { Elysia } from "elysia";
import { type AdminBlockAttributes, BLOCK_REASON_MAX, BlockDigestRequest } from "../../schema/wire/admin-blocklist.ts";
import { listed } from "../audit/audit-event.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { BodyReader } from "../http/body-reader.ts";
import { decodeCursor } from "../http/cursor.ts";
import { jsonApi } from "../http/json-api.ts";
import { listDocument, pageAfter } from "../http/list-document.ts";
import { ListFilters } from "../http/list-filters.ts";
import { type ParsedFilter, readListQuery } from "../http/list-query.ts";
import { pathId } from "../http/path-id.ts";
import { readDocument } from "../http/read-attributes.ts";
import { IDLE_TIMEOUT_SECONDS } from "../http/socket-limits.ts";
import { queryOf } from "../http/url.ts";
import { administration, ADMINISTRATORS, type ChangedBy } from "../keys/admin-authentication.ts";
import { Gate } from "../lib/gate.ts";
import { refuse } from "../lib/refusal.ts";
import type { FileBlocking } from "./block-file.ts";
import { addToBlocklist, readBlocklist, removeFromBlocklist } from "./blocklist-file.ts";
import { blocklistPaths, normaliseHash, ownBlocklist } from "./blocklist-text.ts";

const PATH = "/v1/admin/blocklist";
const FILES_PATH = `${PATH}/files`;
const DIGEST = /^[0-9a-f]{16,64}$/;
const PDQ_DIGITS = 64;

/** Lists and changes the digests of blocked pictures and films, as the commands `blocklist` do. */
export function blocklistRoutes(
  deps: Pick<FeatureDeps, "config" | "access" | "contexts" | "timer" | "audit" | "storage">,
  { baseUrl, blocking }: { readonly baseUrl: () => string; readonly blocking: FileBlocking },
) {
  const { config, audit, storage } = deps;
  const own = ownBlocklist(config.dataDir);
  const bodies = new BodyReader(deps.timer, deps.contexts);
  /** The list is a file that is read and written again, so changes take turns. */
  const changes = new Gate(1);
  const block = async (hashes: readonly string[], reason: string, by: ChangedBy): Promise<Response> => {
    const added = await changes.through(() => addToBlocklist(own, hashes, reason));
    if (added.length > 0) await audit.record({ ...by, action: "blocklist.added", objects: listed("hashes", added) });
    return jsonApi({ data: { type: "blockings", id: "current", attributes: { digests: hashes, added } } }, 201);
  };
  return new Elysia()
    .use(administration(deps))
    .get(PATH, async ({ request }) => {
      const decode = (cursor: string): string | null => decodeCursor(cursor, DIGEST)?.[0] ?? null;
      const query = readListQuery(request.url, { decode, parseFilter });
      const entries = await readEntries(blocklistPaths(config), own);
      const { shown, last } = pageAfter(
        entries.filter((entry) => isMeant(entry, query.filter)),
        query,
      );
      const data = shown.map(({ id, attributes }) => ({ type: "blocked_digests", id, attributes }));
      return jsonApi(listDocument({ data, last }, query, { baseUrl: baseUrl(), path: PATH }));
    })
    .post(
      PATH,
      async ({ request, by }) => {
        const schema = BlockDigestRequest;
        const { data } = await readDocument(request, { schema, bodies, bodiesOf: ADMINISTRATORS });
        storage.requireWritable();
        const { digest, reason = "" } = data.attributes;
        return await block([normaliseHash(digest) ?? digest], reason, by);
      },
      { parse: "none" },
    )
    .post(
      FILES_PATH,
      async ({ request, server, by }) => {
        const reason = queryOf(request.url).get("reason")?.trim() ?? "";
        if (reason.length > BLOCK_REASON_MAX) {
          const detail = `\`reason\` can have at most ${BLOCK_REASON_MAX} characters.`;
          throw refuse("bad_parameter", { detail, source: { parameter: "reason" } });
        }
        storage.requireWritable();
        // Bun's idle timer would end slow uploads, so it is off while receive-form.ts watches for stalls.
        server?.timeout(request, 0);
        const { headers, body } = request;
        const length = headers.get("content-length");
        const hashes = await blocking.digestsOf({
          contentType: headers.get("content-type"),
          contentEncoding: headers.get("content-encoding"),
          contentLength: length === null ? null : Number(length),
          body: body as ReadableStream<Uint8Array> | null,
        });
        deps.contexts.of(request).isBodyRead = true;
        server?.timeout(request, IDLE_TIMEOUT_SECONDS);
        return await block(hashes, reason, by);
      },
      { parse: "none" },
    )
    .delete(`${PATH}/:id`, async ({ params, by }) => {
      const hash = normaliseHash(pathId(params.id));
      storage.requireWritable();
      const isRemoved = hash !== null && (await changes.through(() => removeFromBlocklist(own, hash)));
      if (isRemoved) await audit.record({ ...by, action: "blocklist.removed", objects: listed("hashes", [hash]) });
      const rest = await readEntries(blocklistPaths(config), own);
      if (rest.some(({ id }) => id === hash)) {
        throw refuse("conflict", {
          detail: "The digest is in the operator's own file (NEEDLEDROP_BLOCKLIST). Delete its line there.",
        });
      }
      if (!isRemoved) throw refuse("not_found", { detail: "This digest is not on the list." });
      return new Response(null, { status: 204 });
    });
}

interface BlockedEntry {
  readonly id: string;
  readonly attributes: AdminBlockAttributes;
}

/** Returns the entries of all lists, the latest line first. A digest in two lists is one entry, which cannot be removed. */
async function readEntries(paths: readonly string[], own: string): Promise<readonly BlockedEntry[]> {
  const entries = new Map<string, BlockedEntry>();
  for (const path of paths) {
    for (const { hash, note } of await readBlocklist(path)) {
      const kind = hash.length === PDQ_DIGITS ? "pdq" : "short";
      const reason = note === "" ? (entries.get(hash)?.attributes.reason ?? "") : note.slice(0, BLOCK_REASON_MAX);
      entries.set(hash, { id: hash, attributes: { kind, reason, is_removable: path === own } });
    }
  }
  return [...entries.values()].toReversed();
}

function isMeant({ id, attributes }: BlockedEntry, text: string): boolean {
  return id.startsWith(text) || attributes.reason.toLowerCase().includes(text);
}

/** Filters by the beginning of a digest, or a part of a reason. */
function parseFilter(given: Readonly<Record<string, string>>): ParsedFilter<string> {
  const filters = new ListFilters(given);
  return filters.end(filters.text("text")?.trim().toLowerCase() ?? "");
}
