const NUMBER = /^(\d{1,3})[\s._-]+(?=.*\p{L})/u;

/** Returns the folders in which every name begins with a number. These are track numbers, not parts of titles. */
export function numberedFolders(items: readonly { readonly folder: string; readonly name: string }[]): Set<string> {
  const counts = new Map<string, { names: number; numbered: number }>();
  for (const { folder, name } of items) {
    const count = counts.get(folder) ?? { names: 0, numbered: 0 };
    count.names++;
    if (NUMBER.test(name)) count.numbered++;
    counts.set(folder, count);
  }
  const all = [...counts].filter(([, { names, numbered }]) => names > 1 && names === numbered);
  return new Set(all.map(([folder]) => folder));
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
