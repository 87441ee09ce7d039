import type { AdminKeyDocument, KeyChangeRequest } from "../../../../../clients/typescript/operations.ts";
import { a } from "../lib/admin-texts.ts";

export type AdminKey = AdminKeyDocument["data"];
export type KeySettingsGiven = KeyChangeRequest["data"]["attributes"];

export const MODES = ["live", "test", "trial"] as const;
export const KEY_STATES = ["active", "expired", "revoked"] as const;

/** What a key can do, in words. */
export function accessText({ attributes }: AdminKey): string {
  const { supervisor, images, video, audio, edits } = attributes;
  const words = [
    ...(supervisor ? [a("keys.access.search")] : []),
    ...(images ? [a("keys.access.images")] : []),
    ...(video ? [a("keys.access.video")] : []),
    ...(audio ? [a("keys.access.audio")] : []),
    ...(edits ? [a("keys.access.edits")] : []),
  ];
  return words.length === 0 ? a("keys.access.none") : words.join(", ");
}

export function toneOf({ attributes }: AdminKey): "good" | "unsure" | "dim" {
  return attributes.state === "active" ? "good" : attributes.state === "expired" ? "unsure" : "dim";
}
