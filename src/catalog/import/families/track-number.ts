/** A track number, also after the number of a disc ("1-03 Chase"). */
const NUMBER = /^(?:\d{1,2}[-.](?=\d{2}[\s._-]))?(\d{1,3})[\s._-]+(?=.*\p{L})/u;
/** The code of an album: "VH022_03_Chase". */
const CODE = /^(\p{L}{2,6}[-_ ]?\d{2,5})[\s._-]+(?=.*\p{L})/u;

interface NamedFile {
  readonly folder: string;
  readonly name: string;
}

/** What every name in a folder begins with: an album code, a track number, or both. */
export interface NameStart {
  /** In lower case. Null if the names do not share a code. */
  readonly code: string | null;
  readonly isNumbered: boolean;
}

const PLAIN: NameStart = { code: null, isNumbered: false };

/**
 * Returns the folders in which every name begins with a track number, after an album code that all of them share. These
 * are not parts of titles. A folder with one name is never among them.
 */
export function nameStarts(items: readonly NamedFile[]): ReadonlyMap<string, NameStart> {
  const starts = new Map<string, NameStart>();
  for (const [folder, files] of Map.groupBy(items, (item) => item.folder)) {
    const [first, ...others] = files;
    if (first === undefined || others.length === 0) continue;
    const code = codeOf(first.name);
    const shared = code !== null && others.every(({ name }) => codeOf(name) === code) ? code : null;
    const isNumbered = files.every(({ name }) => numberOf(shared === null ? name : withoutCode(name)) !== null);
    if (shared !== null || isNumbered) starts.set(folder, { code: shared, isNumbered });
  }
  return starts;
}

/** Removes what all names of a folder begin with. */
export function withoutStart(name: string, start: NameStart = PLAIN): string {
  const bare = start.code === null ? name : withoutCode(name);
  return start.isNumbered ? withoutNumber(bare) : bare;
}

/** Removes an album code and a track number, if there are any: "Chase" for "VH022_03_Chase". */
export function bareName(name: string): string {
  return withoutNumber(withoutCode(name));
}

/** Removes the album code: "03_Chase" for "VH022_03_Chase". */
export function withoutCode(name: string): string {
  return name.replace(CODE, "");
}

/** Returns the album code in lower case: "vh022" for "VH022_03_Chase". Null for a name without one. */
export function codeOf(name: string): string | null {
  return CODE.exec(name)?.[1]?.toLowerCase() ?? null;
}

/** Removes the track number: "Glass Harbour" for "03 - Glass Harbour". */
export function withoutNumber(name: string): string {
  return name.replace(NUMBER, "");
}

/** Returns the track number: 3 for "03 - Glass Harbour". Null for a name without one. */
export function numberOf(name: string): number | null {
  const number = NUMBER.exec(name)?.[1];
  return number === undefined ? null : Number(number);
}
