/**
 * An answer whose content never changes while the program runs: made at first use, kept, and confirmed by its
 * ETag. The address stays the same over versions, so a browser asks each time (`no-cache`) and gets 304.
 */
export function cachedAnswer(
  contentType: string,
  load: () => string | Promise<string | Uint8Array>,
  more: Readonly<Record<string, string>> = {},
): (request: Request) => Promise<Response> {
  let kept: Promise<Kept> | null = null;
  const make = async (): Promise<Kept> => {
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
    kept ??= make().catch((error: unknown) => {
      kept = null;
      throw error;
    });
    const { content, headers } = await kept;
    const known = request.headers.get("if-none-match")?.includes(headers.etag) ?? false;
    return known ? new Response(null, { status: 304, headers }) : new Response(content, { headers });
  };
}

interface Kept {
  readonly content: string | Uint8Array<ArrayBuffer> | Uint8Array;
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string };
}
