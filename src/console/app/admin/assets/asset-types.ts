import type { AdminAssetDocument } from "../../../../../clients/typescript/operations.ts";

export type AdminAsset = AdminAssetDocument["data"];
export type AssetStatus = AdminAsset["attributes"]["status"];
type ShownAnalysis = NonNullable<AdminAsset["attributes"]["analysis"]>;
export type HeardAnalysis = Extract<ShownAnalysis, { readonly kind: "audio" }>;
export type SeenAnalysis = Exclude<ShownAnalysis, HeardAnalysis>;

export const STATUSES = ["pending", "processing", "processed", "failed", "blocked", "expired"] as const;
export const KINDS = ["image", "video", "audio"] as const;

export function toneOfAsset(status: AssetStatus): "good" | "unsure" | "bad" | "dim" {
  switch (status) {
    case "processed":
      return "good";
    case "pending":
    case "processing":
      return "unsure";
    case "failed":
    case "blocked":
      return "bad";
    case "expired":
      return "dim";
  }
}
