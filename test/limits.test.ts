import { expect, test } from "bun:test";
import { constants, listedLimits } from "./support/listed-limits.ts";

const UNITS: ReadonlyMap<string, number> = new Map([
  ["SECOND_MS", 1_000],
  ["MINUTE_MS", 60_000],
  ["HOUR_MS", 3_600_000],
  ["DAY_MS", 86_400_000],
  ["MEBIBYTE", 1024 ** 2],
]);

/** Returns the value of a product of numbers and units; null for other expressions. */
function valueOf(expression: string): number | null {
  let product = 1;
  for (const factor of expression.split(/\s(?:\*)\s/)) {
    const [base = "", exponent = "1"] = factor.split(" ** ");
    const value = UNITS.get(base.trim()) ?? Number(base.replaceAll("_", ""));
    product *= value ** Number(exponent);
  }
  return Number.isNaN(product) ? null : product;
}

/** Returns the forms of a value that the page can have. */
function formsOf(name: string, value: number): readonly string[] {
  const plain = value.toLocaleString("en");
  const of = (sizes: Readonly<Record<string, number>>): readonly string[] =>
    Object.entries(sizes).flatMap(([unit, size]) => (value % size === 0 ? [`${value / size} ${unit}`] : []));
  if (/BYTES/i.test(name)) {
    const sizes = { GiB: 1024 ** 3, MiB: 1024 ** 2, KiB: 1024, GB: 1e9, MB: 1e6, KB: 1e3, bytes: 1 };
    return value % 1e8 === 0 ? [`${value / 1e9} GB`, ...of(sizes)] : of(sizes);
  }
  if (/(?:_MS|Ms)(?:_MAX|Max)?$/.test(name)) return of({ h: 3_600_000, min: 60_000, s: 1_000, ms: 1 });
  if (/_SECONDS$|Seconds$/.test(name)) return of({ min: 60, s: 1 });
  return [plain];
}

test.each([...listedLimits])("docs/limits.md has the value of $name in $path", ({ value, name, path }) => {
  const text = constants.get(path)?.get(name);
  if (text === undefined) throw new Error(`src/${path} has no constant ${name}`);
  const single = valueOf(text);
  const members = Array.from(
    text.matchAll(/\b(\w+): ([\w *.]+?)(?=[,}\s]*[,}\n])/g),
    ([, member = "", given = ""]) => ({
      name: member,
      value: valueOf(given.trim()),
    }),
  );
  for (const one of single === null ? members : [{ name, value: single }]) {
    if (one.value === null) continue;
    const forms = formsOf(/Ms|Bytes|Seconds/.test(one.name) ? one.name : name, one.value);
    const isShown = forms.some((form) => new RegExp(`(?:^|[ ;,])${form}(?:$|[ ;,])`).test(value));
    if (!isShown) throw new Error(`expected one of ${forms.join(", ")} for ${one.name}, got ${value}`);
  }
});

test("a form is the value itself, not a multiple of it", () => {
  expect(formsOf("BYTES_MAX", 1e9)).not.toContain("10 GB");
  expect(formsOf("BYTES_MAX", 1e9)).toContain("1 GB");
  expect(formsOf("BYTES_MAX", 1.5e9)).toContain("1.5 GB");
  expect(formsOf("LIMIT_MS", 90_000)).toEqual(["90 s", "90000 ms"]);
});

test("docs/limits.md has limits", () => {
  expect(listedLimits.length).toBeGreaterThan(100);
});
