import * as fc from "fast-check";
import { hostileJson, hostileName, hostileNumber, hostileText } from "./hostile-values.ts";

type Path = readonly (string | number)[];

/** A change at one place of a value. `place` chooses the place, modulo the number of places. */
interface Mutation {
  readonly place: number;
  readonly kind: "exchange" | "replace" | "remove" | "add" | "wrap" | "repeat";
  readonly name: string;
  readonly text: string;
  readonly number: number;
  readonly value: unknown;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat(),
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom("exchange" as const, "replace" as const) },
    { weight: 4, arbitrary: fc.constantFrom("remove" as const, "add" as const, "wrap" as const, "repeat" as const) },
  ),
  name: hostileName,
  text: hostileText,
  number: hostileNumber,
  value: hostileJson,
});

/** Returns variants of a JSON value, with up to three changes. */
export function mutatedJson(valid: unknown): fc.Arbitrary<unknown> {
  return fc.array(mutation, { maxLength: 3 }).map((all) => all.reduce<unknown>(applied, valid));
}

function applied(value: unknown, mutated: Mutation): unknown {
  const places = placesIn(value, []);
  return changeAt(value, places[mutated.place % places.length] ?? [], mutated);
}

function placesIn(value: unknown, at: Path): readonly Path[] {
  if (typeof value !== "object" || value === null || "rawJson" in value) return [at];
  const inner = Array.isArray(value)
    ? value.flatMap((item, index) => placesIn(item, [...at, index]))
    : Object.entries(value).flatMap(([name, member]) => placesIn(member, [...at, name]));
  return [at, ...inner];
}

function changeAt(value: unknown, [first, ...rest]: Path, mutated: Mutation): unknown {
  if (first === undefined) return changed(value, mutated);
  if (Array.isArray(value)) {
    if (rest.length === 0 && mutated.kind === "remove") return value.filter((_, index) => index !== first);
    return value.map((item: unknown, index) => (index === first ? changeAt(item, rest, mutated) : item));
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const kept =
    rest.length === 0 && mutated.kind === "remove"
      ? entries.filter(([name]) => name !== first)
      : entries.map(([name, member]): [string, unknown] => [
          name,
          name === first ? changeAt(member, rest, mutated) : member,
        ]);
  return Object.fromEntries(kept);
}

function changed(value: unknown, { kind, name, text, number, value: hostile }: Mutation): unknown {
  switch (kind) {
    case "exchange":
      if (typeof value === "number") return number;
      return typeof value === "string" ? text : hostile;
    case "replace":
    case "remove":
      return hostile;
    case "wrap":
      return [value];
    case "repeat":
      return Array.isArray(value) ? Array.from({ length: 200 }, () => value).flat() : [value, value];
    case "add":
      return typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries([...Object.entries(value), [name, hostile]])
        : { [name]: value };
  }
}
