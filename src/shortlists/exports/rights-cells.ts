import type { RightsHolder, SongRights } from "../../../schema/rights.ts";
import { dayOf } from "../../catalog/rights-filter.ts";

/** Returns the cells of the columns iswc, writers, publishers, master_owner, one_stop, clearance, ai and exclusive. */
export function rightsCells(rights: SongRights | null): readonly string[] {
  return [
    rights?.iswc ?? "",
    holdersText(rights?.writers ?? []),
    holdersText(rights?.publishers ?? []),
    rights?.masterOwner ?? "",
    truthText(rights?.oneStop ?? null),
    rights?.clearance ?? "",
    rights?.ai ?? "",
    exclusiveText(rights),
  ];
}

/** In the form that an import reads: `Ada Field (CA, GEMA, 60 %, IPI 00123456789); Bo Lund`. */
function holdersText(holders: readonly RightsHolder[]): string {
  return holders
    .map(({ name, role, society, share, ipi }) => {
      const details = [role, society, share === null ? "" : `${share} %`, ipi === "" ? "" : `IPI ${ipi}`];
      const known = details.filter((detail) => detail !== "");
      return known.length === 0 ? name : `${name} (${known.join(", ")})`;
    })
    .join("; ");
}

function truthText(value: boolean | null): string {
  return value === null ? "" : value ? "yes" : "no";
}

function exclusiveText(rights: SongRights | null): string {
  const { exclusive = null, exclusiveTo = null, exclusiveUntil = null } = rights ?? {};
  if (exclusive !== true) return truthText(exclusive);
  const until = exclusiveUntil === null ? "" : `until ${dayOf(exclusiveUntil * 1_000)}`;
  return ["yes", exclusiveTo === null ? "" : `to ${exclusiveTo}`, until].filter((part) => part !== "").join(" ");
}
