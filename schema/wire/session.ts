import { type Static, Type } from "@sinclair/typebox";
import { CLOSED } from "./jsonapi.ts";

const Role = Type.Union([Type.Literal("supervisor"), Type.Literal("admin")]);

/** The body of a sign-in. */
export const SessionRequest = Type.Object(
  {
    data: Type.Object({
      type: Type.Literal("sessions"),
      attributes: Type.Union([
        Type.Object({ name: Type.String({ maxLength: 200 }), password: Type.String({ maxLength: 1_000 }) }),
        Type.Object({ admin_token: Type.String({ maxLength: 1_000 }) }),
      ]),
    }),
  },
  { $id: "SessionRequest" },
);
export type SessionRequest = Static<typeof SessionRequest>;

/** The session of the caller's cookie. */
export const SessionDocument = Type.Object(
  {
    data: Type.Object(
      {
        type: Type.Literal("sessions"),
        id: Type.Literal("current"),
        attributes: Type.Object(
          {
            user: Type.Union(
              [
                Type.Object(
                  { name: Type.String(), role: Role },
                  { ...CLOSED, description: "An admin can also use `/v1/admin`." },
                ),
                Type.Null(),
              ],
              { description: "Null without a session that is in force." },
            ),
            csrf_token: Type.Union([Type.String(), Type.Null()], {
              description: "Send it as `X-CSRF-Token` with every POST, PUT, PATCH and DELETE of this session.",
            }),
            expires_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()]),
            has_users: Type.Boolean({ description: "Whether anyone can sign in with a name and a password." }),
          },
          CLOSED,
        ),
      },
      CLOSED,
    ),
  },
  { ...CLOSED, $id: "SessionDocument" },
);
export type SessionDocument = Static<typeof SessionDocument>;
