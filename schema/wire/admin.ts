import { type TSchema, Type } from "@sinclair/typebox";
import { CLOSED } from "./jsonapi.ts";

export const Moment = Type.String({ format: "date-time" });

/** A time in a request: ISO 8601 with a time zone. */
export const GivenMoment = Type.String({
  pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$`,
  description: "A time with a time zone, like `2027-03-01T12:00:00Z`.",
});

/** A resource of `/v1/admin`. */
export function adminResource<Name extends string, Attributes extends TSchema>(type: Name, attributes: Attributes) {
  return Type.Object({ type: Type.Literal(type), id: Type.String(), attributes }, CLOSED);
}

/** A document with one resource. */
export function adminDocument<Resource extends TSchema>($id: string, resource: Resource) {
  return Type.Object({ data: resource }, { ...CLOSED, $id });
}

/** A page of a list. */
export function adminList<Resource extends TSchema>($id: string, resource: Resource) {
  return Type.Object(
    {
      data: Type.Array(resource),
      links: Type.Object(
        {
          self: Type.String({ format: "uri" }),
          next: Type.Optional(Type.String({ format: "uri", description: "The next page. Absent on the last." })),
        },
        CLOSED,
      ),
    },
    { ...CLOSED, $id },
  );
}

/** The body of a request to `/v1/admin`. */
export function adminRequest<Name extends string, Attributes extends TSchema>(
  $id: string,
  type: Name,
  attributes: Attributes,
) {
  return Type.Object({ data: Type.Object({ type: Type.Literal(type), attributes }) }, { $id });
}
