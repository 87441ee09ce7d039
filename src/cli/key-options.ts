import { KEY_LIMITS } from "../../schema/wire/admin-keys.ts";
import { KEY_MODES } from "../keys/key.ts";
import type { KeyOptions } from "../keys/manage-keys.ts";
import type { CommandOption, GivenOptions } from "./command.ts";
import { readExpiry } from "./read-expiry.ts";
import { readChoice, readSwitchPair, UsageError, readWholeNumber } from "./usage-error.ts";

const { nameLengthMax: NAME_LENGTH_MAX, rateMax: RATE_MAX, quotaMax: QUOTA_MAX } = KEY_LIMITS;

/** The options of `keys create` and `keys update`. */
export const KEY_OPTIONS: readonly CommandOption[] = [
  { name: "name", placeholder: "NAME", about: "a name for lists, for example the user of the key" },
  { name: "mode", placeholder: "MODE", about: "live, test or trial; test and trial keys get watermarked MP3s only" },
  { name: "supervisor", about: "allow searches (default for a new key)" },
  { name: "no-supervisor", about: "do not allow searches" },
  { name: "images", about: "allow picture uploads and searches with pictures" },
  { name: "no-images", about: "do not allow pictures (default for a new key)" },
  { name: "video", about: "allow film uploads and searches with films" },
  { name: "no-video", about: "do not allow films (default for a new key)" },
  { name: "audio", about: "allow audio uploads and searches with audio files, an extension of the interface" },
  { name: "no-audio", about: "do not allow audio files (default for a new key)" },
  { name: "edits", about: "allow cuts of songs without a watermark, for a live key" },
  { name: "no-edits", about: "do not allow cuts without a watermark (default for a new key)" },
  {
    name: "recipient",
    placeholder: "NAME",
    about: "give watermarked files an inaudible imprint, by which `watermark identify` names the recipient of a copy",
  },
  { name: "no-recipient", about: "no imprint (default for a new key)" },
  { name: "playlist", placeholder: "ID", about: "a private playlist that the key can use", isRepeated: true },
  { name: "rate", placeholder: "N", about: "searches per second (default for a new key: 25)" },
  { name: "image-quota", placeholder: "N", about: "pictures per 24 hours (default for a new key: 17000)" },
  { name: "video-quota", placeholder: "N", about: "films per 24 hours (default for a new key: 200)" },
  { name: "audio-quota", placeholder: "N", about: "audio files per 24 hours (default for a new key: 200)" },
  {
    name: "expires",
    placeholder: "WHEN",
    about: "refuse the key from then on: a date (until its end, UTC), a time, or a span (90d, 24h)",
  },
  { name: "no-expiry", about: "never refuse the key for its age (default for a new key)" },
];

/** Reads KEY_OPTIONS. An option that is not given is undefined. `now` is in milliseconds. Throws UsageError. */
export function readKeyOptions(given: GivenOptions, now: number): KeyOptions {
  return {
    name: readName(given.text("name")),
    mode: readChoice(given, "mode", KEY_MODES),
    hasSupervisor: readSwitchPair(given, "supervisor"),
    hasImages: readSwitchPair(given, "images"),
    hasVideo: readSwitchPair(given, "video"),
    hasAudio: readSwitchPair(given, "audio"),
    hasEdits: readSwitchPair(given, "edits"),
    recipient: readRecipient(given),
    rate: readWholeNumber(given, "rate", { min: 1, max: RATE_MAX }),
    imageQuota: readWholeNumber(given, "image-quota", { min: 0, max: QUOTA_MAX }),
    videoQuota: readWholeNumber(given, "video-quota", { min: 0, max: QUOTA_MAX }),
    audioQuota: readWholeNumber(given, "audio-quota", { min: 0, max: QUOTA_MAX }),
    playlistIds: given.has("playlist") ? readPlaylistIds(given.all("playlist")) : undefined,
    expiresAt: readExpiry(given, now),
  };
}

function readName(text: string | undefined): string | undefined {
  const name = text?.trim();
  if (name === undefined || (name !== "" && name.length <= NAME_LENGTH_MAX)) return name;
  throw new UsageError(`--name: expected 1 to ${NAME_LENGTH_MAX} characters, got ${name.length}.`);
}

function readRecipient(given: GivenOptions): string | null | undefined {
  const name = given.text("recipient")?.trim();
  if (given.has("no-recipient")) {
    if (name === undefined) return null;
    throw new UsageError("--no-recipient: cannot be used with --recipient.");
  }
  const isLine = name === undefined || (name !== "" && name.length <= NAME_LENGTH_MAX && !/\p{Cc}/u.test(name));
  if (isLine) return name;
  throw new UsageError(`--recipient: expected 1 to ${NAME_LENGTH_MAX} characters on one line.`);
}

/** Returns the ids sorted and without duplicates. */
function readPlaylistIds(texts: readonly string[]): readonly number[] {
  return [...new Set(texts.map(readPlaylistId))].toSorted((one, other) => one - other);
}

function readPlaylistId(text: string): number {
  const id = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id))
    throw new UsageError(`--playlist: expected a playlist id (a number), got ${JSON.stringify(text)}.`);
  return id;
}
