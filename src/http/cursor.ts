import type { AssetPlace } from "../assets/asset-page.ts";

const PLAIN = /^after:(\d{1,15})$/;

/** A place in a list as an opaque text, so that clients follow links instead of counting. */
export function encodeCursor(ordinal: number): string {
  return Buffer.from(`after:${ordinal}`).toString("base64url");
}

/** The ordinal that `encodeCursor` was given, or null for any other text. */
export function decodeCursor(cursor: string): number | null {
  const ordinal = PLAIN.exec(Buffer.from(cursor, "base64url").toString())?.[1];
  return ordinal === undefined || encodeCursor(Number(ordinal)) !== cursor ? null : Number(ordinal);
}

const ASSET_PLACE = /^asset:(\d{1,15}):([0-9a-f-]{36})$/;

/** A place in a key's list of assets. */
export function encodeAssetCursor({ submittedAt, id }: AssetPlace): string {
  return Buffer.from(`asset:${submittedAt}:${id}`).toString("base64url");
}

/** The place that `encodeAssetCursor` was given, or null for any other text. */
export function decodeAssetCursor(cursor: string): AssetPlace | null {
  const match = ASSET_PLACE.exec(Buffer.from(cursor, "base64url").toString());
  const place = { submittedAt: Number(match?.[1]), id: match?.[2] ?? "" };
  return match === null || encodeAssetCursor(place) !== cursor ? null : place;
}
