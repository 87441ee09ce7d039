import { type TSchema, Type } from "@sinclair/typebox";

/** Every schema of the wire forbids members it does not name, so that an answer is known to hold nothing else. */
export const CLOSED = { additionalProperties: false } as const;

const ErrorObject = Type.Object(
  {
    status: Type.Integer({ description: "The HTTP status, as a number." }),
    code: Type.Optional(Type.String({ description: "For programs; absent where the interface names none." })),
    detail: Type.String({ description: "For people: what was expected, what came, what to do." }),
    meta: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: "Limits and what they were held against." }),
    ),
  },
  CLOSED,
);

/** What every refused request is answered with: all that is wrong with it, the first one giving the status. */
export const ErrorDocument = Type.Object(
  { errors: Type.Array(ErrorObject, { minItems: 1 }) },
  { ...CLOSED, $id: "ErrorDocument" },
);

function identifierOf<Name extends string>(type: Name) {
  return Type.Object({ type: Type.Literal(type), id: Type.String() }, CLOSED);
}

export function linkageTo<Name extends string>(type: Name) {
  return Type.Object({ data: Type.Array(identifierOf(type)) }, CLOSED);
}

export function orNull<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

export const SelfLink = Type.Object({ self: Type.String({ format: "uri" }) }, CLOSED);

/** `/healthz`: the process answers. */
export const Alive = Type.Object(
  { meta: Type.Object({ status: Type.Literal("alive"), version: Type.String() }, CLOSED) },
  { ...CLOSED, $id: "Alive" },
);

/** `/readyz`: whether it may be sent work, and if not, why. */
export const Readiness = Type.Object(
  {
    meta: Type.Object(
      {
        status: Type.Union([Type.Literal("ready"), Type.Literal("not ready")]),
        checks: Type.Array(Type.Object({ name: Type.String(), ok: Type.Boolean(), detail: Type.String() }, CLOSED)),
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: "Readiness" },
);
