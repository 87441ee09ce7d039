import { type TLiteral, type TProperties, Type } from "@sinclair/typebox";
import { CLOSED } from "./jsonapi.ts";

/** Returns the schema of facts of one kind, with its members. */
export function facts<Kind extends string, Members extends TProperties>(kind: Kind, members: Members) {
  return Type.Object({ kind: Type.Literal(kind), ...members }, CLOSED);
}

/** Returns the schema of facts that only have a kind. */
export function plainFacts<Kind extends string>(kind: Kind) {
  return Type.Object({ kind: Type.Literal(kind) }, CLOSED);
}

export function oneOf<const Value extends string>(values: readonly Value[]) {
  return Type.Union(values.map((value): TLiteral<Value> => Type.Literal(value)));
}
