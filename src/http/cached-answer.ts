/**
 * Returns a handler for content that does not change while the program runs. It loads the content at first use and caches
 * it. The URL is the same in every version, so browsers revalidate each time (`no-cache`) and get 304 by the ETag.
 */
export function cachedAnswer(
  contentType: string,
  load: () => string | Promise<string | Uint8Array>,
  more: Readonly<Record<string, string>> = {},
): (request: Request) => Promise<Response> {
  let cached: Promise<CachedContent> | null = null;
  const create = async (): Promise<CachedContent> => {
    const content = await load();
    const etag = `"${new Bun.CryptoHasher("sha256").update(content).digest("base64url")}"`;
    const headers = {
      "content-type": contentType,
      "cache-control": "no-cache",
      ...more,
      etag,
    };
    return { content, headers };
  };
  return async (request) => {
    cached ??= create().catch((error: unknown) => {
      cached = null;
      throw error;
    });
    const { content, headers } = await cached;
    const known = request.headers.get("if-none-match")?.includes(headers.etag) ?? false;
    return known ? new Response(null, { status: 304, headers }) : new Response(content, { headers });
  };
}

interface CachedContent {
  readonly content: string | Uint8Array<ArrayBuffer> | Uint8Array;
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string };
}
