/** Whether a value has more than `levels` levels of arrays and objects. JSON.stringify overflows the stack at some ten thousand. */
export function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => nestsDeeper(member, levels - 1));
}
