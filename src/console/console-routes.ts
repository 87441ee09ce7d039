import { Elysia } from "elysia";
import { cachedAnswer } from "../http/cached-answer.ts";
import { pageHeaders } from "../http/page-headers.ts";
import { refuse } from "../lib/refusal.ts";
import { acceptedCoding } from "./accepted-coding.ts";
import { consoleOpener } from "./open-console.ts";
import { FIRST_SONGS_PATH } from "./first-songs.ts";
import { PAGE_PATHS, pageModule, type PageName } from "./page-paths.ts";
import { FILES_PREFIX, pageShell } from "./page-shell.ts";

/** `blob:` is for pictures and films that the user drops: they are shown from the browser's own file. */
const POLICY = pageHeaders({
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data: blob:",
  "media-src": "'self' blob:",
  "connect-src": "'self'",
});
/** Names contain a hash of the content, so a file never changes. */
const FILE_HEADERS = { "cache-control": "public, max-age=31536000, immutable", vary: "accept-encoding" };

/**
 * Serves the page shell at every path of the console, and the files that it loads. Below `/console`, other paths are 404 with the
 * shell, which then says so. `isSignedIn` returns whether a request has a
 * session: without one, the browser would report a refused request for songs.
 */
export function consoleRoutes(isSignedIn: (request: Request) => Promise<boolean>) {
  const open = consoleOpener();
  const shellWith = (more: Parameters<typeof pageShell>[1]) =>
    cachedAnswer("text/html; charset=utf-8", async () => pageShell(await open(), more), POLICY);
  const routes = new Elysia().get(`${FILES_PREFIX}/:name`, async ({ params, request }) => {
    const file = (await open()).files.find(({ name }) => name === params.name);
    if (file === undefined) throw refuse("not_found", { detail: "This address does not exist." });
    const coding = acceptedCoding(request.headers.get("accept-encoding"));
    return new Response(Buffer.from(await file.load(coding)), {
      headers: {
        ...FILE_HEADERS,
        "content-type": file.type,
        ...(coding === "identity" ? {} : { "content-encoding": coding }),
      },
    });
  });
  for (const [name, paths] of Object.entries(PAGE_PATHS)) {
    for (const path of paths) {
      const module = pageModule(name as PageName, path);
      const page = shellWith({ module });
      if (name !== "catalog") {
        routes.get(path, ({ request }) => page(request));
        continue;
      }
      const withSongs = shellWith({ module, data: [FIRST_SONGS_PATH] });
      // With a query, the page asks for other songs.
      routes.get(path, async ({ request }) => {
        const hasSongs = !request.url.includes("?") && (await isSignedIn(request));
        return await (hasSongs ? withSongs(request) : page(request));
      });
    }
  }
  return routes.get("/console/*", async () => {
    const headers = { ...POLICY, "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
    return new Response(pageShell(await open()), { status: 404, headers });
  });
}
