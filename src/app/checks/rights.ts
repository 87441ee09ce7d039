import { CatalogDb } from "../../catalog/catalog-db.ts";
import type { Generation } from "../../catalog/generation.ts";
import { type Check, ok, warn } from "./check.ts";

const NAME = "rights";
const SONGS_NAMED = 3;

/** Reports how many songs have rights on file, and those whose shares do not add up. Empty without rights. */
export function checkRights(dataDir: string, generation: Generation): readonly Check[] {
  const catalog = CatalogDb.open(dataDir, generation);
  try {
    const { songs, faults, first: named } = catalog.rightsOnFile(SONGS_NAMED);
    if (songs === 0) return [];
    if (faults === 0) return [ok(NAME, `${songs} songs have rights on file`)];
    const first = named.map(({ id, fault }) => `${id}: ${fault}`);
    const more = faults > first.length ? ` (${faults - first.length} more)` : "";
    const advice = "Correct the shares in the dump and import it again; the report of the import names every song.";
    return [
      warn(
        NAME,
        `${songs} songs have rights on file; shares of ${faults} are wrong: ${first.join(". ")}${more}`,
        advice,
      ),
    ];
  } finally {
    catalog.close();
  }
}
