/** By the labelled class and the class that a model chooses: number of samples. */
export interface Confusion {
  readonly counts: readonly (readonly number[])[];
  add(label: number, chosen: number, count?: number): void;
}

export function newConfusion(classes: number): Confusion {
  const counts = Array.from({ length: classes }, () => Array.from({ length: classes }, () => 0));
  return {
    counts,
    add: (label, chosen, count = 1) => {
      const row = counts[label];
      if (row !== undefined) row[chosen] = (row[chosen] ?? 0) + count;
    },
  };
}

export function sumConfusions(all: readonly Confusion[]): Confusion {
  const total = newConfusion(all[0]?.counts.length ?? 0);
  for (const { counts } of all)
    for (const [label, row] of counts.entries())
      for (const [chosen, count] of row.entries()) total.add(label, chosen, count);
  return total;
}

/** Prints the share of right choices, and the table with the labels as rows. */
export function printConfusion(name: string, classes: readonly string[], { counts }: Confusion): void {
  const right = counts.reduce((sum, row, label) => sum + (row[label] ?? 0), 0);
  const all = counts.flat().reduce((sum, count) => sum + count, 0);
  console.log(`${name}: ${right} of ${all} right (${((100 * right) / all).toFixed(1)} %); rows are the labels`);
  console.table(
    Object.fromEntries(
      classes.map((label, at) => [label, Object.fromEntries(classes.map((chosen, to) => [chosen, counts[at]?.[to]]))]),
    ),
  );
}
