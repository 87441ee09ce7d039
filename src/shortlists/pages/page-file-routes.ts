import { Elysia } from "elysia";
import { cachedAnswer } from "../../http/cached-answer.ts";
import { refuse } from "../../lib/refusal.ts";
import { PAGE_FILES_PREFIX } from "./page-parts.ts";
import sharedStylePath from "./shared.css" with { type: "file" };
import sheetStylePath from "./sheet.css" with { type: "file" };
import startPath from "./start.js" with { type: "file" };

/** The files that the pages load, by name. They contain nothing of the catalog, so everybody can load them. */
export function pageFileRoutes() {
  const file = (type: string, path: string) => cachedAnswer(`${type}; charset=utf-8`, () => Bun.file(path).bytes());
  const files = new Map([
    ["sheet.css", file("text/css", sheetStylePath)],
    ["shared.css", file("text/css", sharedStylePath)],
    ["start.js", file("text/javascript", startPath)],
  ]);
  return new Elysia().get(`${PAGE_FILES_PREFIX}/:name`, async ({ params, request }) => {
    const answer = files.get(params.name);
    if (answer === undefined) throw refuse("not_found", { detail: "This address does not exist." });
    return await answer(request);
  });
}
