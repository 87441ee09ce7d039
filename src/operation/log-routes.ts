import { Elysia } from "elysia";
import type { AdminLogAttributes } from "../../schema/wire/admin-log.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { decodeCursor } from "../http/cursor.ts";
import { eventResponse } from "../http/event-response.ts";
import { jsonApi } from "../http/json-api.ts";
import { listDocument } from "../http/list-document.ts";
import { ListFilters } from "../http/list-filters.ts";
import { type ParsedFilter, readListQuery } from "../http/list-query.ts";
import { administration } from "../keys/admin-authentication.ts";
import { LOG_LEVELS, type LogFilter, type LogLine, LogTail } from "../lib/log-tail.ts";
import { LogEvents } from "./log-events.ts";

const PATH = "/v1/admin/log";
const SEQ = /^\d{1,15}$/;

/** The newest lines of the server's log, as a list and as a stream. */
export function logRoutes(
  deps: Pick<FeatureDeps, "access" | "contexts" | "log" | "timer" | "newId">,
  { baseUrl, end }: { readonly baseUrl: () => string; readonly end: AbortSignal },
) {
  const tail = deps.log.tail ?? new LogTail(deps.newId);
  const events = new LogEvents({ tail, timer: deps.timer, present: resourceOf, end });
  return new Elysia()
    .use(administration(deps))
    .get(PATH, ({ request }) => {
      const decode = (cursor: string): number | null => {
        const seq = decodeCursor(cursor, SEQ)?.[0];
        return seq === undefined ? null : Number(seq);
      };
      const query = readListQuery(request.url, { decode, parseFilter });
      const { size, after, filter } = query;
      const found = tail.before(after ?? tail.newest + 1, filter, size + 1);
      const shown = found.slice(0, size);
      const oldest = found.length > size ? shown.at(-1) : undefined;
      const page = { data: shown.map(resourceOf), last: oldest === undefined ? null : String(oldest.seq) };
      return jsonApi(listDocument(page, query, { baseUrl: baseUrl(), path: PATH }));
    })
    .get(`${PATH}/events`, ({ request, by }) => {
      const { filter } = readListQuery(request.url, { decode: null, parseFilter, isPaged: false });
      const lastEventId = request.headers.get("last-event-id");
      return eventResponse(events.follow({ owner: by.actor.id, filter, lastEventId, client: request.signal }));
    });
}

function resourceOf({ seq, at, level, message, fields }: LogLine): object {
  const attributes: AdminLogAttributes = { at, level, message, fields };
  return { type: "log_lines", id: String(seq), attributes };
}

function parseFilter(given: Readonly<Record<string, string>>): ParsedFilter<LogFilter> {
  const filters = new ListFilters(given);
  return filters.end({
    level: filters.oneOf("level", LOG_LEVELS) ?? "debug",
    about: filters.text("about")?.trim() ?? "",
  });
}
