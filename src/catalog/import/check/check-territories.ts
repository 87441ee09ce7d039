import { type SongRights, WORLDWIDE } from "../../../../schema/rights.ts";
import type { RightsFields } from "../../../../schema/wire/dump-record.ts";
import { readExcluded, readTerritories } from "../rights/read-territories.ts";
import { bareText } from "./check-text.ts";
import type { RecordContext } from "./checked-record.ts";

const SHOWN_MAX = 40;
const NOT_KNOWN = "it is not known where the song can be licensed";

/**
 * Reads where a song can be licensed. If a part cannot be read that can exclude a country, the territories are not known: a song
 * must not count as cleared for a country that its catalog excludes.
 */
export function checkTerritories(
  given: Pick<RightsFields, "territories" | "excluded_territories">,
  context: RecordContext,
): Pick<SongRights, "territories" | "excludedTerritories"> {
  const textsOf = (name: "territories" | "excluded_territories"): readonly string[] =>
    (given[name] ?? []).map((text) => bareText(text, `rights.${name}`));
  const included = readTerritories(textsOf("territories"));
  const excluded = readExcluded(textsOf("excluded_territories"));
  const isWorldwide = included.codes.includes(WORLDWIDE);
  const note = (name: string, texts: readonly string[], effect: string, summary: string): void => {
    for (const text of texts) {
      const reason = `expected a country or its code, got ${JSON.stringify(text.slice(0, SHOWN_MAX))}; ${effect}`;
      context.note(`rights.${name}`, reason, summary);
    }
  };
  const lost = `a part of the territories that cannot be read; ${NOT_KNOWN}`;
  if (isWorldwide) note("territories", included.unread, NOT_KNOWN, lost);
  else note("territories", included.unread, "left out", "a territory that is unknown; left out");
  note("territories", included.without.unread, NOT_KNOWN, lost);
  note("excluded_territories", excluded.unread, NOT_KNOWN, lost);
  const isKnown =
    included.without.unread.length + excluded.unread.length === 0 && !(isWorldwide && included.unread.length > 0);
  return {
    territories: isKnown ? includedOf(included.codes) : null,
    excludedTerritories: distinct([...excluded.codes, ...included.without.codes]),
  };
}

function includedOf(codes: readonly string[]): readonly string[] | null {
  if (codes.length === 0) return null;
  return codes.includes(WORLDWIDE) ? [WORLDWIDE] : distinct(codes);
}

function distinct(codes: readonly string[]): readonly string[] {
  return [...new Set(codes)].toSorted();
}
