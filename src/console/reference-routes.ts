import { Elysia } from "elysia";
import uiScriptPath from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import uiStylePath from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import { cachedAnswer } from "../http/cached-answer.ts";
import { pageHeaders } from "../http/page-headers.ts";
import { REFERENCE_PAGE } from "./reference-page.ts";

/**
 * Swagger UI, all of it inside the executable. It sets styles on elements and draws icons from data URLs;
 * beyond that the page may load nothing and talk to nobody but this server.
 */
const POLICY = pageHeaders({
  "script-src": "'self'",
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
});

/** The page, and the two files of a package: their folder holds much else, so that they are no static mount. */
export function referenceRoutes() {
  const page = cachedAnswer("text/html; charset=utf-8", () => REFERENCE_PAGE, POLICY);
  const uiStyle = cachedAnswer("text/css; charset=utf-8", () => Bun.file(uiStylePath).bytes());
  const uiScript = cachedAnswer("text/javascript; charset=utf-8", () => Bun.file(uiScriptPath).bytes());
  return new Elysia()
    .get("/reference", ({ request }) => page(request))
    .get("/reference/swagger-ui.css", ({ request }) => uiStyle(request))
    .get("/reference/swagger-ui-bundle.js", ({ request }) => uiScript(request));
}
