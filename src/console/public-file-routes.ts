import { basename, dirname } from "node:path";
import { staticPlugin } from "@elysiajs/static";
import { Elysia } from "elysia";
import { PUBLIC_FILES, PUBLIC_PREFIX } from "./public-files.ts";

/** The addresses stay the same over versions, so a browser asks each time and is told 304. */
const HEADERS = { "cache-control": "no-cache" };

/**
 * The files that our pages load, from the source folder or from inside the executable. Each is a route of its own, made
 * once (`alwaysStatic`): the plugin's other mode joins the path of a request to the folder, and serves its dot files.
 * The plugin's ETag is not a valid one (without quotes), and keeps a timer running; ours comes from the content.
 */
export async function publicFileRoutes() {
  const tags = new Map<string, string>();
  for (const file of PUBLIC_FILES) tags.set(`${PUBLIC_PREFIX}/${basename(file)}`, await etagOf(file));
  const plugin = await staticPlugin({
    assets: dirname(PUBLIC_FILES[0]),
    prefix: PUBLIC_PREFIX,
    alwaysStatic: true,
    etag: false,
    indexHTML: false,
    headers: HEADERS,
    // The folder of a developer may hold more than what is served.
    ignorePatterns: [new RegExp(`^(?!(?:${PUBLIC_FILES.map((file) => RegExp.escape(file)).join("|")})$)`)],
    silent: true,
  });
  return new Elysia()
    .onBeforeHandle(({ request, route, set }) => {
      const etag = tags.get(route) ?? "";
      if (request.headers.get("if-none-match")?.includes(etag) === true) {
        return new Response(null, { status: 304, headers: { ...HEADERS, etag } });
      }
      set.headers.etag = etag;
      return undefined;
    })
    .use(plugin);
}

async function etagOf(file: string): Promise<string> {
  return `"${new Bun.CryptoHasher("sha256").update(await Bun.file(file).bytes()).digest("base64url")}"`;
}
