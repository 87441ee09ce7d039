/** Returns `count` of the items, evenly spaced. */
export function spread<Item>(items: readonly Item[], count: number): readonly Item[] {
  const kept = Math.min(items.length, count);
  return Array.from({ length: kept }, (_, index) => items[Math.floor((index * items.length) / kept)] as Item);
}
