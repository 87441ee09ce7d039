import { type TSchema, Type } from "@sinclair/typebox";

/** Every wire schema forbids unknown members, so that a response cannot leak other data. */
export const CLOSED = { additionalProperties: false } as const;

const ErrorSource = Type.Union(
  [
    Type.Object({ pointer: Type.String({ description: "JSON Pointer (RFC 6901) into the request's body." }) }, CLOSED),
    Type.Object(
      { parameter: Type.String({ description: "A query parameter, or a field of an upload's form." }) },
      CLOSED,
    ),
    Type.Object({ header: Type.String({ description: "A request header." }) }, CLOSED),
  ],
  { description: "The part of the request that the error is about. Absent if it is about the whole request." },
);

const ErrorObject = Type.Object(
  {
    status: Type.Integer({ description: "The HTTP status, as a number." }),
    code: Type.Optional(Type.String({ description: "For programs. Absent if this error has no code." })),
    detail: Type.String({ description: "For people: what was expected, what was received, what to do." }),
    source: Type.Optional(ErrorSource),
    meta: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: "Limits and the values that exceeded them, ids of assets, and missing rights.",
      }),
    ),
  },
  CLOSED,
);

/** The body of every refused request. It lists all mistakes; the first one gives the status. */
export const ErrorDocument = Type.Object(
  { errors: Type.Array(ErrorObject, { minItems: 1 }) },
  { ...CLOSED, $id: "ErrorDocument" },
);

const Warning = Type.Object(
  {
    detail: Type.String({ description: "For people." }),
    source: Type.Optional(ErrorSource),
  },
  CLOSED,
);

/** `meta` of a response to a submission or an upload. */
export const Warned = {
  meta: Type.Optional(
    Type.Object(
      {
        warnings: Type.Array(Warning, {
          maxItems: 21,
          description:
            "Members and form fields that were ignored because they are unknown: at most 20, and how many more.",
        }),
      },
      { ...CLOSED, description: "Only in responses to a submission or an upload, and only if there is a warning." },
    ),
  ),
};

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

/** `GET /healthz`: the process responds. */
export const Alive = Type.Object(
  { meta: Type.Object({ status: Type.Literal("alive"), version: Type.String() }, CLOSED) },
  { ...CLOSED, $id: "Alive" },
);

/** `GET /readyz`: whether the server can accept work, and if not, why. */
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
