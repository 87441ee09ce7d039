import { Elysia } from "elysia";
import type { FeatureDeps } from "../../feature/feature.ts";
import { pageHeaders } from "../../http/page-headers.ts";
import { RateLimiter } from "../../keys/rate-limiter.ts";
import { SECOND_MS } from "../../lib/clock.ts";
import { isUuid } from "../../lib/ids.ts";
import { refuse, refuseUntil } from "../../lib/refusal.ts";
import type { FindFile } from "../../media/form-file.ts";
import { watermarkedFor } from "../../media/make/make-task.ts";
import { serveFile } from "../../media/serve-file.ts";
import { type Described, describeEntries } from "../described-entry.ts";
import { readerOf, type ServedLanguage } from "../pages/page-texts.ts";
import { endedPage, sharedPage } from "../pages/shared-page.ts";
import { entriesOf, findEntry } from "../store.ts";
import type { OpenedShare, SharedLinks } from "./shares.ts";

/** Requests per second for one link. A player asks for a file in several ranges. */
const RATE = 20;
/** Requests per second for all links that do not work. */
const WRONG_RATE = 20;
/** A file with an imprint is made when it is first played, and a player in a page does not ask again. */
const FILE_WAIT_MS = 60 * SECOND_MS;
const WRONG = "links that do not work";
const PATH = "/shared/:token";

const HEADERS = {
  ...pageHeaders({ "style-src": "'self'", "script-src": "'self'", "media-src": "'self'", "img-src": "data:" }),
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "x-robots-tag": "noindex",
  vary: "accept, accept-language",
};

/**
 * The page of a shared link and its files: the only addresses that a token of a link opens. Its files are always watermarked, also
 * for live keys.
 */
export function sharedPageRoutes(
  deps: Pick<FeatureDeps, "db" | "stopwatch" | "contexts" | "storage" | "clock">,
  {
    shares,
    described,
    fileOf,
  }: { readonly shares: SharedLinks; readonly described: Described; readonly fileOf: FindFile },
) {
  const { db, clock, contexts, storage } = deps;
  const limiter = new RateLimiter(deps.stopwatch);
  // The router passes null for a token that cannot be decoded, despite its types.
  const open = async (token: string | null): Promise<OpenedShare | null> => {
    const opened = await shares.open(token ?? "");
    const name = opened === null ? WRONG : opened.share.id;
    const rate = opened === null ? WRONG_RATE : RATE;
    const { allowed, resetSeconds } = limiter.take(name, rate);
    if (!allowed) throw refuseUntil("shared_link_busy", resetSeconds);
    return opened;
  };
  return new Elysia()
    .get(PATH, async ({ params, request }) => {
      const opened = await open(params.token);
      const reader = readerOf(request.headers.get("accept-language"));
      if (opened === null) return ended(request, reader.language);
      // The page can be read while nothing can be written.
      if (storage.failure() === null && !contexts.isHead(request)) await shares.opened(opened, contexts.of(request).id);
      const rows = await db.read(entriesOf(db, opened.shortlist.id));
      const entries = await db.read(describeEntries(rows, described));
      return new Response(sharedPage({ ...opened, entries, base: `/shared/${params.token}` }, reader), {
        headers: HEADERS,
      });
    })
    .get(`${PATH}/audio/:entry`, async ({ params, request }) => {
      const opened = await open(params.token);
      if (opened === null) throw refuse("shared_link_ended");
      const row = isUuid(params.entry) ? await db.read(findEntry(db, opened.shortlist.id, params.entry)) : null;
      const [entry] = row === null ? [] : await db.read(describeEntries([row], described));
      const file = entry?.file ?? null;
      // The token names the link, so it opens the files of its own recipient only, or those that its key gets.
      const recipientNumber = opened.share.recipientNumber ?? opened.key.recipientNumber;
      const form = file === null ? null : watermarkedFor(recipientNumber, file);
      if (file === null || form === null) throw refuse("not_found");
      const path = await fileOf(form, opened.share.id, FILE_WAIT_MS);
      if (!contexts.isHead(request)) shares.heard(opened, file.id, contexts.of(request).id);
      return await serveFile(request, { path, contentType: "audio/mpeg", downloadName: null }, clock.now());
    });
}

/** A browser gets a page, a program the usual error document. */
function ended(request: Request, language: ServedLanguage): Response {
  if (request.headers.get("accept")?.includes("text/html") !== true) throw refuse("shared_link_ended");
  return new Response(endedPage(language), { status: 404, headers: HEADERS });
}
