import { type Refusal, type RefusalCase, refusal } from "../lib/refusal.ts";
import type { ApiKey } from "./key.ts";

/** What the operator grants to a key, under the names of the options of `keys create`. */
export type Right = "supervisor" | "images" | "video" | "audio" | "edits";

/** What a key without the right cannot use. */
const USES: Readonly<Record<Right, string>> = {
  supervisor: "the service",
  images: "images",
  video: "videos",
  audio: "audio files",
  edits: "cuts of songs",
};

/** Returns the right that a key needs for a kind of asset. */
export function rightFor(kind: "image" | "video" | "audio"): Right {
  return kind === "image" ? "images" : kind;
}

export function hasRight({ hasSupervisor, hasImages, hasVideo, hasAudio, hasEdits }: ApiKey, right: Right): boolean {
  return { supervisor: hasSupervisor, images: hasImages, video: hasVideo, audio: hasAudio, edits: hasEdits }[right];
}

/** Returns the refusal (403) that names the missing rights, in its text and in `meta.missing`. */
export function missingRights(rights: readonly Right[], more: RefusalCase = {}): Refusal {
  const uses = rights.map((right) => `${USES[right]} (\`${right}\`)`).join(" and ");
  const detail = `This key has no access to ${uses}. Ask the operator for it.${more.detail ?? ""}`;
  return refusal("unauthorized", { ...more, detail, meta: { missing: rights, ...more.meta } });
}
