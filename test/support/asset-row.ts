import type { Asset } from "../../src/assets/asset.ts";

/** The row of an analysed picture, with the given changes. */
export function assetRow(more: Partial<Asset> & Pick<Asset, "id" | "keyId">): Asset {
  return {
    mediaKind: "image",
    status: "processed",
    submittedAt: 0,
    contentType: "image/jpeg",
    byteSize: 1,
    sha256: null,
    width: 1,
    height: 1,
    duration: null,
    originalRetained: false,
    processedAt: null,
    error: null,
    analysis: null,
    ...more,
  };
}
