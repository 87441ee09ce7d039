import type { ArtistFields } from "../../../../schema/wire/dump-record.ts";
import { type CheckedArtist, RecordFault, type RecordPlace } from "./checked-record.ts";
import { bareText, requiredId, shortText } from "./check-text.ts";
import { FIELD_LIMITS } from "./field-limits.ts";
import { idOfName } from "./id-of-name.ts";
import { mediaPath } from "../media/media-path.ts";

/** An artist in a song or in a line of its own. One without an id is known by the name. */
export function checkArtist(artist: ArtistFields, field: string, place: RecordPlace): CheckedArtist {
  const whole = bareText(artist.name ?? "", `${field}.name`);
  if (artist.id === undefined && whole === "") throw new RecordFault(field, "expected an id or a name, got neither");
  // Two long names that begin alike are two artists.
  const id = artist.id === undefined ? idOfName(whole) : requiredId(artist.id, `${field}.id`);
  const name = shortText(whole, `${field}.name`, FIELD_LIMITS.name, place);
  return { id, name, ...checkImage(artist.image?.trim() ?? "", `${field}.image`, place.folder) };
}

/** An https URL or a relative path; anything else with a scheme would be loaded unencrypted, or not at all. */
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
