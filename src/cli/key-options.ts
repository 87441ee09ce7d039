import { KEY_MODES } from "../keys/key.ts";
import type { KeyOptions } from "../keys/manage-keys.ts";
import type { CommandOption, Given } from "./command.ts";
import { oneOf, toggle, UsageRefused, wholeNumber } from "./usage-refused.ts";

const NAME_LENGTH_MAX = 200;
/** The limiter keeps eight bytes for each request of a second. */
const RATE_MAX = 100_000;
const QUOTA_MAX = 1_000_000_000;

/** What `keys create` and `keys update` take. */
export const KEY_OPTIONS: readonly CommandOption[] = [
  { name: "name", placeholder: "NAME", about: "what the key is for, as lists show it" },
  { name: "mode", placeholder: "MODE", about: "live, test or trial; test and trial hear watermarked MP3s only" },
  { name: "supervisor", about: "may use the search service (a new key may)" },
  { name: "no-supervisor", about: "may not use the search service" },
  { name: "images", about: "may upload pictures and search with them" },
  { name: "no-images", about: "may not use pictures (a new key may not)" },
  { name: "video", about: "may upload film and search with it" },
  { name: "no-video", about: "may not use film (a new key may not)" },
  { name: "playlist", placeholder: "ID", about: "a private playlist the key may see", isRepeated: true },
  { name: "rate", placeholder: "N", about: "searches a second (a new key: 25)" },
  { name: "image-quota", placeholder: "N", about: "pictures in 24 hours (a new key: 17000)" },
  { name: "video-quota", placeholder: "N", about: "films in 24 hours (a new key: 200)" },
];

/** Reads KEY_OPTIONS; what was not given is undefined. Throws UsageRefused. */
export function readKeyOptions(given: Given): KeyOptions {
  return {
    name: readName(given.text("name")),
    mode: oneOf(given, "mode", KEY_MODES),
    hasSupervisor: toggle(given, "supervisor"),
    hasImages: toggle(given, "images"),
    hasVideo: toggle(given, "video"),
    rate: wholeNumber(given, "rate", { min: 1, max: RATE_MAX }),
    imageQuota: wholeNumber(given, "image-quota", { min: 0, max: QUOTA_MAX }),
    videoQuota: wholeNumber(given, "video-quota", { min: 0, max: QUOTA_MAX }),
    playlistIds: given.has("playlist") ? readPlaylistIds(given.all("playlist")) : undefined,
  };
}

function readName(text: string | undefined): string | undefined {
  const name = text?.trim();
  if (name === undefined || (name !== "" && name.length <= NAME_LENGTH_MAX)) return name;
  throw new UsageRefused(`--name: expected 1 to ${NAME_LENGTH_MAX} characters, got ${name.length}.`);
}

/** In order and once each, as lists show them. */
function readPlaylistIds(texts: readonly string[]): readonly number[] {
  return [...new Set(texts.map(readPlaylistId))].toSorted((one, other) => one - other);
}

function readPlaylistId(text: string): number {
  const id = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id))
    throw new UsageRefused(`--playlist: expected the number of a playlist, got ${JSON.stringify(text)}.`);
  return id;
}
