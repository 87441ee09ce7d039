import {
  AdminUserDocument,
  AdminUserList,
  NewUserRequest,
  UserPasswordRequest,
} from "../../schema/wire/admin-users.ts";
import {
  EXAMPLE_NEW_PASSWORD,
  EXAMPLE_NEW_USER,
  EXAMPLE_PASSWORD_REQUEST,
  EXAMPLE_USERS,
} from "../../schema/wire/examples/admin-users.ts";
import { JSON_BODY_REFUSALS, type OpenApiPart } from "../http/openapi/operation.ts";
import { filterParameter, pageCursor, pageSize, pathParameter } from "../http/openapi/parameters.ts";

const TAG = "Administration";
const userId = pathParameter("id", "The user's id.");

export const adminUserPaths: OpenApiPart["paths"] = {
  "/v1/admin/users": {
    get: {
      id: "adminListUsers",
      tag: TAG,
      summary: "List the people who can sign in",
      credential: "admin",
      parameters: [
        filterParameter("role", "Only people with this role.", ["supervisor", "admin"]),
        filterParameter("name", "Only people whose name contains this text, in any case."),
        pageSize,
        pageCursor,
      ],
      answers: { 200: { description: "A page of users, by name.", schema: AdminUserList, example: EXAMPLE_USERS } },
      refusals: ["bad_parameter"],
    },
    post: {
      id: "adminAddUser",
      tag: TAG,
      summary: "Add a person who can sign in",
      description: "Without `password`, the server makes one; only this answer has it.",
      credential: "admin",
      body: NewUserRequest,
      bodyExample: EXAMPLE_NEW_USER,
      answers: {
        201: { description: "The new user.", schema: AdminUserDocument, example: EXAMPLE_NEW_PASSWORD },
      },
      refusals: [...JSON_BODY_REFUSALS, "conflict", "storage_unavailable"],
    },
  },
  "/v1/admin/users/{id}": {
    delete: {
      id: "adminRemoveUser",
      tag: TAG,
      summary: "Remove a person",
      description: "Sessions end at once, and the person's key is revoked.",
      credential: "admin",
      parameters: [userId],
      answers: { 204: { description: "Removed." } },
      refusals: ["not_found", "storage_unavailable"],
    },
  },
  "/v1/admin/users/{id}/password": {
    post: {
      id: "adminSetPassword",
      tag: TAG,
      summary: "Give a person a new password",
      description: "All sessions of the person end.",
      credential: "admin",
      parameters: [userId],
      body: UserPasswordRequest,
      bodyExample: EXAMPLE_PASSWORD_REQUEST,
      answers: { 200: { description: "The user.", schema: AdminUserDocument, example: EXAMPLE_NEW_PASSWORD } },
      refusals: [...JSON_BODY_REFUSALS, "not_found", "storage_unavailable"],
    },
  },
};
