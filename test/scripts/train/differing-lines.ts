/** Returns the number of places at which two texts have different lines, or only one has a line. A diff of fitted files would be unreadable. */
export function differingLines(one: string, other: string): number {
  const [lines, others] = [one.split("\n"), other.split("\n")];
  return Array.from({ length: Math.max(lines.length, others.length) }).filter((_, at) => lines[at] !== others[at])
    .length;
}
