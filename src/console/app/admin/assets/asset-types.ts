import type { AdminAssetDocument } from "../../../../../clients/typescript/operations.ts";

export type AdminAsset = AdminAssetDocument["data"];
export type AssetStatus = AdminAsset["attributes"]["status"];
export type SeenAnalysis = NonNullable<AdminAsset["attributes"]["analysis"]>;

export const STATUSES = ["pending", "processing", "processed", "failed", "blocked", "expired"] as const;
export const KINDS = ["image", "video"] as const;

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
