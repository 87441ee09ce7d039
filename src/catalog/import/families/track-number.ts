const NUMBER = /^(\d{1,3})[\s._-]+(?=.*\p{L})/u;

/** The folders where every name begins with a number: those number the tracks, and belong to no title. */
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

/** "03 - Glass Harbour" without its number. */
export function withoutNumber(name: string): string {
  return name.replace(NUMBER, "");
}

/** 3 of "03 - Glass Harbour"; null where no number stands in front. */
export function numberOf(name: string): number | null {
  const number = NUMBER.exec(name)?.[1];
  return number === undefined ? null : Number(number);
}
