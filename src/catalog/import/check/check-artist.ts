import type { ArtistFields } from "../../../../schema/wire/dump-record.ts";
import { fold } from "../../fold.ts";
import { type CheckedArtist, RecordFault, type RecordContext } from "./checked-record.ts";
import { bareText, requiredId, shortText } from "./check-text.ts";
import { FIELD_LIMITS } from "./field-limits.ts";
import { mediaPath } from "../media/media-path.ts";

/** Checks an artist of a song or of an artist line. Without an id, the id is derived from the name. */
export function checkArtist(artist: ArtistFields, field: string, context: RecordContext): CheckedArtist {
  const fullName = bareText(artist.name ?? "", `${field}.name`);
  if (artist.id === undefined && fullName === "") throw new RecordFault(field, "expected an id or a name, got neither");
  // Uses the full name: long names that differ only after the limit belong to different artists.
  const id = artist.id === undefined ? idOfName(fullName) : requiredId(artist.id, `${field}.id`);
  const name = shortText(fullName, `${field}.name`, FIELD_LIMITS.name, context);
  return { id, name, ...checkImage(artist.image?.trim() ?? "", `${field}.image`, context.folder) };
}

/** Returns the same id for all spellings that fold to the same text, in every import. */
function idOfName(name: string): string {
  return `name-${new Bun.CryptoHasher("sha256").update(fold(name)).digest("hex").slice(0, 16)}`;
}

/** Accepts an https URL or a relative path. Browsers load other schemes without encryption or not at all. */
function checkImage(image: string, field: string, folder: string): Pick<CheckedArtist, "imageUrl" | "image"> {
  if (!/^[a-z][a-z0-9+.-]+:/i.test(image)) return { imageUrl: null, image: mediaPath(image, field, folder, true) };
  const url = URL.canParse(image) ? new URL(image) : null;
  if (url?.protocol !== "https:") {
    throw new RecordFault(field, `expected an https URL or a relative path, got ${JSON.stringify(image)}`);
  }
  if (image.length > FIELD_LIMITS.imageUrl) {
    throw new RecordFault(field, `expected a URL of at most ${FIELD_LIMITS.imageUrl} characters, got ${image.length}`);
  }
  return { imageUrl: image, image: null };
}
