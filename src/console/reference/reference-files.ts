import { basename, dirname } from "node:path";
import { staticPlugin } from "@elysiajs/static";
import { Elysia } from "elysia";
import pageStylePath from "./page.css" with { type: "file" };
import startPath from "./start.js" with { type: "file" };

/** URL prefix of the files. */
const PREFIX = "/reference";
/** Each is imported, because the executable contains imported files only. */
const FILES: readonly string[] = [pageStylePath, startPath];
/** The URLs are the same in all versions, so browsers revalidate each time and usually get 304. */
const HEADERS = { "cache-control": "no-cache" };

/**
 * Serves our own files of the API reference, from the source folder or from the executable. Each file has its own route
 * (`alwaysStatic`), because the plugin's other mode joins request paths to the folder and serves dot files. The plugin's ETag is
 * invalid (without quotes) and keeps a timer running; ours is a digest of the content.
 */
export async function referenceFileRoutes() {
  const tags = new Map<string, string>();
  for (const file of FILES) tags.set(`${PREFIX}/${basename(file)}`, await etagOf(file));
  const plugin = await staticPlugin({
    assets: dirname(startPath),
    prefix: PREFIX,
    alwaysStatic: true,
    etag: false,
    indexHTML: false,
    headers: HEADERS,
    // The folder of the sources contains other files.
    ignorePatterns: [new RegExp(`^(?!(?:${FILES.map((file) => RegExp.escape(file)).join("|")})$)`)],
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
