import { Elysia } from "elysia";
import { homePage } from "../../console/home-page.ts";
import type { HttpContext } from "../context.ts";
import { pageHeaders } from "../page-headers.ts";

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  ...pageHeaders({ "style-src": "'self'", "img-src": "data:" }),
};

/** The page at `/`. */
export function homeRoutes({ version, signer, readiness, catalog }: HttpContext) {
  return new Elysia().get("/", () => {
    const generation = catalog.current()?.generation ?? null;
    const page = homePage({ version, baseUrl: signer.baseUrl, checks: readiness(), catalog: generation });
    return new Response(page, { headers: HEADERS });
  });
}
