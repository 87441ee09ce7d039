import { Type } from "@sinclair/typebox";
import { formatMediaRef, parseMediaRef, type StoredRef } from "../../../schema/media-ref.ts";
import { BackupRefused, readFirstMember } from "../../db/restore.ts";
import { linesOf } from "../../lib/lines.ts";
import { parseChecked } from "../../lib/parse-json.ts";

/** The first file of a backup with media: one line for each medium, which is next to the backup. */
export const MEDIA_LIST = "media.jsonl";

const MediaLine = Type.Object({ ref: Type.String(), size: Type.Integer({ minimum: 0 }) });

export interface ListedMedium {
  readonly ref: StoredRef;
  readonly size: number;
}

export function mediaLine({ ref, size }: ListedMedium): string {
  return `${JSON.stringify({ ref: formatMediaRef(ref), size })}\n`;
}

/** Yields the media that a backup names; none for a backup without media. Throws BackupRefused, also after the last one. */
export async function* mediaListedIn(backup: string): AsyncGenerator<ListedMedium> {
  for await (const { number, text } of linesOf(readFirstMember(backup, MEDIA_LIST))) {
    const line = parseChecked(MediaLine, text);
    const ref = line === null ? null : parseMediaRef(line.ref);
    if (line === null || ref?.kind !== "stored") {
      throw new BackupRefused(`${backup} is damaged: line ${number} of its ${MEDIA_LIST} names no medium.`);
    }
    yield { ref, size: line.size };
  }
}
