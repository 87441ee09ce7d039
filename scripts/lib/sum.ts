export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}
