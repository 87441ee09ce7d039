import type { ArtistFields } from "../../../schema/wire/dump-record.ts";
import { type CheckedArtist, RecordFault } from "./checked-record.ts";
import { requiredId, requiredText } from "./check-text.ts";
import { idOfName } from "./id-of-name.ts";
import { mediaPath } from "./media-path.ts";

/** An artist in a song or in a line of its own. One without an id is known by the name. */
export function checkArtist(artist: ArtistFields, field: string, folder: string): CheckedArtist {
  const name = requiredText(artist.name ?? "", `${field}.name`, { mayBeEmpty: true });
  if (artist.id === undefined && name === "") throw new RecordFault(field, "expected an id or a name, got neither");
  const id = artist.id === undefined ? idOfName(name) : requiredId(artist.id, `${field}.id`);
  return { id, name, ...checkImage(artist.image?.trim() ?? "", `${field}.image`, folder) };
}

/** An https URL or a relative path; anything else with a scheme would be loaded unencrypted, or not at all. */
function checkImage(image: string, field: string, folder: string): Pick<CheckedArtist, "imageUrl" | "image"> {
  if (!/^[a-z][a-z0-9+.-]+:/i.test(image)) return { imageUrl: null, image: mediaPath(image, field, folder, true) };
  const url = URL.canParse(image) ? new URL(image) : null;
  if (url?.protocol !== "https:") {
    throw new RecordFault(field, `expected an https URL or a relative path, got ${JSON.stringify(image)}`);
  }
  return { imageUrl: image, image: null };
}
