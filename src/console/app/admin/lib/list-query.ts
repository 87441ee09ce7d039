/** The parameters of a page of a list. */
export function pageOf(cursor: string | undefined, size: number) {
  return { "page[size]": size, ...(cursor === undefined ? {} : { "page[cursor]": cursor }) };
}

/** A filter of a list; nothing for the empty value. */
export function filterBy<Name extends string, Value extends string>(
  name: Name,
  value: Value | "",
): Partial<Record<`filter[${Name}]`, Value>> {
  if (value === "") return {};
  // TypeScript widens computed names to string.
  return { [`filter[${name}]`]: value } as Partial<Record<`filter[${Name}]`, Value>>;
}
