import { Elysia } from "elysia";
import uiScriptPath from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import uiStylePath from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import pageStyle from "../../console/reference-page.css" with { type: "text" };
import { REFERENCE_PAGE, REFERENCE_START } from "../../console/reference-page.ts";
import { cachedAnswer } from "../cached-answer.ts";
import { pageHeaders } from "../page-headers.ts";

const SCRIPT = "text/javascript; charset=utf-8";
const STYLE = "text/css; charset=utf-8";

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

export function referenceRoutes() {
  const page = cachedAnswer("text/html; charset=utf-8", () => REFERENCE_PAGE, POLICY);
  const start = cachedAnswer(SCRIPT, () => REFERENCE_START);
  const ownStyle = cachedAnswer(STYLE, () => pageStyle);
  const uiStyle = cachedAnswer(STYLE, () => Bun.file(uiStylePath).bytes());
  const uiScript = cachedAnswer(SCRIPT, () => Bun.file(uiScriptPath).bytes());
  return new Elysia()
    .get("/reference", ({ request }) => page(request))
    .get("/reference/start.js", ({ request }) => start(request))
    .get("/reference/page.css", ({ request }) => ownStyle(request))
    .get("/reference/swagger-ui.css", ({ request }) => uiStyle(request))
    .get("/reference/swagger-ui-bundle.js", ({ request }) => uiScript(request));
}
