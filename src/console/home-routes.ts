import { Elysia } from "elysia";
import { pageHeaders } from "../http/page-headers.ts";
import { type HomeFacts, homePage } from "./home-page.ts";

const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  ...pageHeaders({ "style-src": "'self'", "img-src": "data:" }),
};

/** The page at `/`. */
export function homeRoutes(facts: () => HomeFacts) {
  return new Elysia().get("/", () => new Response(homePage(facts()), { headers: HEADERS }));
}
