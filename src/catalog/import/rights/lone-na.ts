const TERRITORY_FIELDS: ReadonlySet<string> = new Set(["territories", "excluded_territories"]);

/** How a territory cell with nothing but "NA" is read. */
export interface LoneNa {
  readonly isMissing: boolean;
  /** Null if there is no doubt. */
  readonly remark: string | null;
}

export function isTerritoryField(field: string): boolean {
  return TERRITORY_FIELDS.has(field);
}

/**
 * "NA" is the code of Namibia, and what some programs write for a missing value. If a cell of the row that is not about territories has
 * it, too, it is the latter. Otherwise the reading is used that allows less: a missing territory, and an excluded Namibia. Null for
 * other cells.
 */
export function loneNa(field: string, text: string, isElsewhere: () => boolean): LoneNa | null {
  if (!isTerritoryField(field) || text.trim() !== "NA") return null;
  if (isElsewhere()) return { isMissing: true, remark: null };
  return field === "territories"
    ? { isMissing: true, remark: '"NA" was read as a missing value; write Namibia if it is the country' }
    : { isMissing: false, remark: '"NA" was read as Namibia; leave the cell empty if the value is missing' };
}
