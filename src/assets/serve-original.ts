import type { Log } from "../lib/log.ts";
import { readingObject } from "../media/reading-object.ts";
import { serveFile } from "../media/serve-file.ts";
import { serveObject } from "../media/serve-object.ts";
import type { Asset } from "./asset.ts";
import type { Originals } from "./originals.ts";

/** Answers a GET or HEAD with an uploaded file. `now` is in milliseconds. Throws Refused: 404, 416, 503. */
export async function serveOriginal(
  request: Request,
  asset: Asset,
  originals: Pick<Originals, "open">,
  { log, ...at }: { readonly log: Log; readonly now: number; readonly isHead: boolean },
): Promise<Response> {
  const as = { contentType: asset.contentType, downloadName: null };
  const original = await originals.open(asset);
  if (typeof original === "string") return await serveFile(request, { path: original, ...as }, at.now);
  const lost = { log, subject: { assetId: asset.id }, sentence: "an uploaded original is lost from the store" };
  const read: typeof original.read = (first, last) => readingObject(lost, () => original.read(first, last));
  return await serveObject(request, { ...original, read }, as, at);
}
