import type { Static } from "@sinclair/typebox";
import type { SongRights } from "../../schema/rights.ts";
import type { Rights } from "../../schema/wire/rights.ts";

/** Returns rights as documents have them. */
export function presentRights(rights: SongRights): Static<typeof Rights> {
  return {
    writers: rights.writers.map((writer) => ({ ...writer })),
    publishers: rights.publishers.map((publisher) => ({ ...publisher })),
    iswc: rights.iswc,
    master_owner: rights.masterOwner,
    one_stop: rights.oneStop,
    clearance: rights.clearance,
    territories: rights.territories === null ? null : [...rights.territories],
    excluded_territories: [...rights.excludedTerritories],
    excluded_uses: [...rights.excludedUses],
    fee_class: rights.feeClass,
    samples: rights.samples === null ? null : [...rights.samples],
    ai: rights.ai,
    exclusive: rights.exclusive,
    exclusive_to: rights.exclusiveTo,
    exclusive_until: rights.exclusiveUntil,
  };
}
