import { type Static, Type } from "@sinclair/typebox";
import { adminDocument, adminList, adminRequest, adminResource, Moment } from "./admin.ts";
import { CLOSED } from "./jsonapi.ts";

const Role = Type.Union([Type.Literal("supervisor"), Type.Literal("admin")]);
const Password = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: "10 to 200 characters. Without it, the server makes one.",
});

const Attributes = Type.Object(
  {
    name: Type.String(),
    role: Role,
    key_id: Type.String({ description: "The key that the user acts with." }),
    created_at: Moment,
    password: Type.Optional(
      Type.String({ description: "Only if the server made it, and only in the answer that sets it." }),
    ),
  },
  CLOSED,
);
export type AdminUserAttributes = Static<typeof Attributes>;
const AdminUser = adminResource("users", Attributes);
export const AdminUserDocument = adminDocument("AdminUserDocument", AdminUser);
/** `GET /v1/admin/users` */
export const AdminUserList = adminList("AdminUserList", AdminUser);

/** `POST /v1/admin/users` */
export const NewUserRequest = adminRequest(
  "NewUserRequest",
  "users",
  Type.Object({ name: Type.String({ maxLength: 200 }), role: Role, password: Type.Optional(Password) }, CLOSED),
);
/** `POST /v1/admin/users/:id/password` */
export const UserPasswordRequest = adminRequest(
  "UserPasswordRequest",
  "users",
  Type.Object({ password: Type.Optional(Password) }, CLOSED),
);
