import { REFUSALS } from "../../schema/errors.ts";
import { type Asset, AUDIOS_PER_SEARCH, IMAGES_PER_SEARCH, VIDEOS_PER_SEARCH } from "../assets/asset.ts";
import type { ApiKey } from "../keys/key.ts";
import { hasRight, missingRights, rightFor } from "../keys/missing-rights.ts";
import { NUL } from "../lib/find-nul.ts";
import { type Refusal, type RefusalCase, Refused, refusal } from "../lib/refusal.ts";
import { shorten } from "../lib/shorten.ts";
import { NO_CALLBACK } from "./execution.ts";
import { nameAssets } from "./name-assets.ts";
import { ATTRIBUTES } from "./attributes-pointer.ts";
import { pointerToAsset, type SearchRequest } from "./request.ts";
import { isLongerThan, lengthOf } from "../lib/to-normal-form.ts";
import { presentText, LETTERS_MIN, countLettersAndDigits, TEXT_LENGTH_MAX } from "./text-input.ts";

/** An accepted search. Texts are as the client sent them, with spaces for U+0000; a text without a letter or digit is null. */
export interface CheckedRequest {
  readonly query: string | null;
  readonly context: string | null;
  readonly assetIds: readonly string[];
  /** NO_CALLBACK if the request waits for the result itself. */
  readonly callbackUrl: string;
  readonly tier: "text" | "image" | "video" | "audio";
}

/** What the extensions of a request mean for its checks. */
export interface CheckedExtensions {
  readonly refusals: readonly Refusal[];
  /** Whether the request says what it wants without texts and assets. */
  readonly hasIntent: boolean;
  /** Whether the request refines a search, so that a few words are enough. */
  readonly isRefining: boolean;
}

export interface RequestCheck {
  readonly key: ApiKey;
  /** The key's own assets among those referenced. */
  readonly assets: readonly Asset[];
  /** Returns what is wrong with a callback URL, as a sentence, or null. */
  readonly checkCallback: (url: string) => string | null;
  /** False for a request that waits for the result itself. */
  readonly needsCallback: boolean;
  /** Missing for a request of the interface alone. */
  readonly extensions?: CheckedExtensions;
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
    ...checkIntent(request, query, context, check),
    ...checkContextLength(context),
    ...checkCounts(check.assets),
    ...checkAssets(request, check.assets),
    ...checkOther(request, query, check),
    ...(check.extensions?.refusals ?? []),
  ];
  const [first, ...rest] = refusals;
  if (first !== undefined) throw new Refused([first, ...rest]);
  return {
    query: presentText(query),
    context: presentText(context),
    assetIds: request.assetIds,
    callbackUrl: typeof callbackUrl === "string" ? callbackUrl : NO_CALLBACK,
    tier: request.assetIds.length === 0 ? "text" : tierOf(check.assets),
  };
}

/** The tier of a search with assets: that of the kind with the most work. */
function tierOf(assets: readonly Asset[]): CheckedRequest["tier"] {
  const kinds = new Set(assets.map(({ mediaKind }) => mediaKind));
  return kinds.has("video") ? "video" : kinds.has("audio") ? "audio" : "image";
}

function checkAccess(request: SearchRequest, { key, assets }: RequestCheck): void {
  if (!key.hasSupervisor) throw new Refused([missingRights(["supervisor"])]);
  if (request.assetIds.length === 0) return;
  const source = { pointer: `${ATTRIBUTES}/asset_ids` };
  if (!key.hasImages && !key.hasVideo && !key.hasAudio)
    throw new Refused([missingRights(["images", "video"], { source })]);
  const barred = new Map(
    assets
      .filter((asset) => !hasRight(key, rightFor(asset.mediaKind)))
      .map((asset) => [asset.id, rightFor(asset.mediaKind)]),
  );
  if (barred.size === 0) return;
  const ids = request.assetIds.filter((id) => barred.has(id));
  throw new Refused([missingRights([...new Set(barred.values())], aboutAssets(request, ids))]);
}

function checkIntent(
  request: SearchRequest,
  query: string | null,
  context: string | null,
  { extensions }: RequestCheck,
): readonly Refusal[] {
  if (extensions?.hasIntent === true) return [];
  if (extensions?.isRefining === true && presentText(context) !== null) return [];
  const isUnreadable = !isTextOrAbsent(request.query) || !isTextOrAbsent(request.context);
  if (isUnreadable || presentText(query) !== null || request.givenAssetIds.length > 0) return [];
  if (context !== null && countLettersAndDigits(context) >= LETTERS_MIN) return [];
  const pointer = context === null ? pointerToAttributes(request) : `${ATTRIBUTES}/context`;
  return [refusal("insufficient_intent", { source: { pointer } })];
}

function checkContextLength(context: string | null): readonly Refusal[] {
  if (context === null || !isLongerThan(context, TEXT_LENGTH_MAX)) return [];
  const detail = `\`context\` can be at most 2,000 characters long, got ${lengthOf(context)}.`;
  const source = { pointer: `${ATTRIBUTES}/context` };
  return [refusal("context_too_long", { detail, source, meta: { limit: TEXT_LENGTH_MAX } })];
}

function checkCounts(assets: readonly Asset[]): readonly Refusal[] {
  const exceeded = (kind: Asset["mediaKind"], limit: number): Refusal[] => {
    const name = `${kind}_count_exceeded` as const;
    const count = assets.filter(({ mediaKind }) => mediaKind === kind).length;
    if (count <= limit) return [];
    const detail = `${REFUSALS[name].detail.replace(/\.$/, "")}, got ${count}.`;
    return [refusal(name, { detail, source: { pointer: `${ATTRIBUTES}/asset_ids` }, meta: { limit } })];
  };
  return [
    ...exceeded("image", IMAGES_PER_SEARCH),
    ...exceeded("video", VIDEOS_PER_SEARCH),
    ...exceeded("audio", AUDIOS_PER_SEARCH),
  ];
}

function checkAssets(request: SearchRequest, assets: readonly Asset[]): readonly Refusal[] {
  const statusOf = new Map(assets.map(({ id, status }) => [id, status]));
  const withStatus = (status?: Asset["status"]) => request.assetIds.filter((id) => statusOf.get(id) === status);
  const refusalsOf = (name: AssetRefusal, ids: readonly string[]): readonly Refusal[] => {
    if (ids.length === 0) return [];
    const { detail, ...more } = aboutAssets(request, ids);
    return [refusal(name, { ...more, detail: REFUSALS[name].detail + detail })];
  };
  return [
    ...refusalsOf("asset_unavailable", withStatus()),
    ...refusalsOf("asset_failed", withStatus("failed")),
    ...refusalsOf("asset_blocked", withStatus("blocked")),
    ...refusalsOf("asset_expired", withStatus("expired")),
  ];
}

type AssetRefusal = "asset_unavailable" | "asset_failed" | "asset_blocked" | "asset_expired";

/** Names assets of the request: a sentence with some of them, a pointer to the first or only one, and all ids in `meta`. */
function aboutAssets(request: SearchRequest, ids: readonly string[]): RefusalCase & { readonly detail: string } {
  const detail = ` ${nameAssets(ids)}`;
  const source = { pointer: pointerToAsset(request, ids[0] ?? "") };
  return { detail, source, meta: { asset_ids: ids.map(shorten) } };
}

function checkOther(request: SearchRequest, query: string | null, check: RequestCheck): readonly Refusal[] {
  const complaints = {
    query: isTextOrAbsent(request.query) ? complaintOfLength(query) : "`query` must be a string.",
    context: isTextOrAbsent(request.context) ? null : "`context` must be a string.",
    callback_url: complaintOfCallback(request.callbackUrl, check),
  };
  return Object.entries(complaints).flatMap(([name, detail]) => {
    const isMissing = name === "callback_url" && request.callbackUrl === undefined;
    const pointer = isMissing ? pointerToAttributes(request) : `${ATTRIBUTES}/${name}`;
    return detail === null ? [] : [refusal("invalid_attribute", { detail, source: { pointer } })];
  });
}

function complaintOfLength(query: string | null): string | null {
  if (query === null || !isLongerThan(query, TEXT_LENGTH_MAX)) return null;
  return `\`query\` can be at most 2,000 characters, got ${lengthOf(query)}.`;
}

/** A pointer must lead to an existing value (JSON:API 1.1). */
function pointerToAttributes({ hasAttributes }: SearchRequest): string {
  return hasAttributes ? ATTRIBUTES : "/data";
}

function complaintOfCallback(url: unknown, { checkCallback, needsCallback }: RequestCheck): string | null {
  if (!needsCallback && (url === undefined || url === null)) return null;
  if (typeof url === "string") return checkCallback(url);
  const expected = "an HTTPS URL of at most 2,048 characters";
  return url === undefined || url === null
    ? `\`callback_url\` is required: ${expected}.`
    : `\`callback_url\` must be a string: ${expected}.`;
}

/** U+0000 becomes a space, because PostgreSQL stores no text with it. It separates words like a space, and the length is the same. */
function textOf(value: unknown): string | null {
  return typeof value === "string" ? value.replaceAll(NUL, " ") : null;
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string";
}
