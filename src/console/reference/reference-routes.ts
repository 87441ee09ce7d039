import { Elysia } from "elysia";
import uiScriptPath from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import uiStylePath from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import { cachedAnswer } from "../../http/cached-answer.ts";
import { pageHeaders } from "../../http/page-headers.ts";
import { REFERENCE_PAGE } from "./reference-page.ts";

/**
 * Content policy for Swagger UI, which sets inline styles and uses data URLs for icons. Otherwise the page can load and
 * request files of this server only.
 */
const POLICY = pageHeaders({
  "script-src": "'self'",
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
});

/**
 * The page and two files of the package. They are single routes, because a static mount would serve all other files of the
 * package's folder too.
 */
export function referenceRoutes() {
  const page = cachedAnswer("text/html; charset=utf-8", () => REFERENCE_PAGE, POLICY);
  const uiStyle = cachedAnswer("text/css; charset=utf-8", () => Bun.file(uiStylePath).bytes());
  const uiScript = cachedAnswer("text/javascript; charset=utf-8", () => Bun.file(uiScriptPath).bytes());
  return new Elysia()
    .get("/reference", ({ request }) => page(request))
    .get("/reference/swagger-ui.css", ({ request }) => uiStyle(request))
    .get("/reference/swagger-ui-bundle.js", ({ request }) => uiScript(request));
}
