import { type Asset, IMAGES_PER_SEARCH, VIDEOS_PER_SEARCH } from "../assets/asset.ts";
import type { ApiKey } from "../keys/key.ts";
import { type Refusal, Refused, refusal, refuse } from "../lib/refusal.ts";
import type { SearchRequest } from "./request.ts";
import { lengthOf, presentText, LETTERS_MIN, countLettersAndDigits, TEXT_LENGTH_MAX } from "./text-input.ts";

/** An accepted search. Texts are as the client sent them; a text without a letter or digit is null. */
export interface CheckedRequest {
  readonly query: string | null;
  readonly context: string | null;
  readonly assetIds: readonly string[];
  readonly callbackUrl: string;
  readonly tier: "text" | "image" | "video";
}

export interface RequestCheck {
  readonly key: ApiKey;
  /** The key's own assets among those referenced. */
  readonly assets: readonly Asset[];
  /** Returns what is wrong with a callback URL, as a sentence, or null. */
  checkCallback(url: string): string | null;
}

/**
 * Checks access (403), and then everything that makes a search unprocessable (422). Throws Refused with all refusals that
 * apply, in the order of the table in the interface.
 */
export function checkRequest(request: SearchRequest, check: RequestCheck): CheckedRequest {
  checkAccess(request, check);
  const query = textOf(request.query);
  const context = textOf(request.context);
  const { callbackUrl } = request;
  const refusals = [
    ...checkIntent(request, query, context),
    ...checkContextLength(context),
    ...checkCounts(check.assets),
    ...checkAssets(request, check.assets),
    ...checkOther(request, query, check),
  ];
  const [first, ...rest] = refusals;
  if (first !== undefined) throw new Refused([first, ...rest]);
  const tier = check.assets.some((asset) => asset.mediaKind === "video") ? "video" : "image";
  return {
    query: presentText(query),
    context: presentText(context),
    assetIds: request.assetIds,
    callbackUrl: typeof callbackUrl === "string" ? callbackUrl : "",
    tier: request.assetIds.length === 0 ? "text" : tier,
  };
}

function checkAccess(request: SearchRequest, { key, assets }: RequestCheck): void {
  const isRefused =
    !key.hasSupervisor ||
    (request.assetIds.length > 0 && !key.hasImages && !key.hasVideo) ||
    assets.some((asset) => (asset.mediaKind === "image" ? !key.hasImages : !key.hasVideo));
  if (isRefused) throw refuse("unauthorized");
}

function checkIntent(request: SearchRequest, query: string | null, context: string | null): readonly Refusal[] {
  const isUnreadable = !isTextOrAbsent(request.query) || !isTextOrAbsent(request.context);
  if (isUnreadable || presentText(query) !== null || request.assetIds.length > 0) return [];
  return context !== null && countLettersAndDigits(context) >= LETTERS_MIN ? [] : [refusal("insufficient_intent")];
}

function checkContextLength(context: string | null): readonly Refusal[] {
  if (context === null || lengthOf(context) <= TEXT_LENGTH_MAX) return [];
  return [refusal("context_too_long", { meta: { limit: TEXT_LENGTH_MAX } })];
}

function checkCounts(assets: readonly Asset[]): readonly Refusal[] {
  const videos = assets.filter((asset) => asset.mediaKind === "video").length;
  const images = assets.length - videos;
  return [
    ...(images > IMAGES_PER_SEARCH ? [refusal("image_count_exceeded", { meta: { limit: IMAGES_PER_SEARCH } })] : []),
    ...(videos > VIDEOS_PER_SEARCH ? [refusal("video_count_exceeded", { meta: { limit: VIDEOS_PER_SEARCH } })] : []),
  ];
}

function checkAssets(request: SearchRequest, assets: readonly Asset[]): readonly Refusal[] {
  const has = (status: Asset["status"]): boolean => assets.some((asset) => asset.status === status);
  return [
    ...(assets.length < request.assetIds.length ? [refusal("asset_unavailable")] : []),
    ...(has("failed") ? [refusal("asset_failed")] : []),
    ...(has("blocked") ? [refusal("asset_blocked")] : []),
    ...(has("expired") ? [refusal("asset_expired")] : []),
  ];
}

function checkOther(request: SearchRequest, query: string | null, check: RequestCheck): readonly Refusal[] {
  const complaints = [
    isTextOrAbsent(request.query) ? null : "`query` must be a string.",
    isTextOrAbsent(request.context) ? null : "`context` must be a string.",
    query !== null && lengthOf(query) > TEXT_LENGTH_MAX
      ? `\`query\` can be at most 2,000 characters, got ${lengthOf(query)}.`
      : null,
    complaintOfCallback(request.callbackUrl, check),
  ];
  return complaints.flatMap((detail) => (detail === null ? [] : [refusal("invalid_attribute", { detail })]));
}

function complaintOfCallback(url: unknown, check: RequestCheck): string | null {
  if (typeof url === "string") return check.checkCallback(url);
  const expected = "an HTTPS URL of at most 2,048 characters";
  return url === undefined || url === null
    ? `\`callback_url\` is required: ${expected}.`
    : `\`callback_url\` must be a string: ${expected}.`;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string";
}
