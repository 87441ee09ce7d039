import { EXAMPLE_SERVER } from "./song.ts";

const USER = {
  type: "users",
  id: "7d3f0c1e-2b4a-4c6d-8e9f-0a1b2c3d4e5f",
  attributes: {
    name: "Zoë",
    role: "supervisor",
    key_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
    created_at: "2026-03-01T09:00:00.000Z",
  },
};

export const EXAMPLE_NEW_PASSWORD = { data: { ...USER, attributes: { ...USER.attributes, password: "EXAMPLE" } } };
export const EXAMPLE_USERS = { data: [USER], links: { self: `${EXAMPLE_SERVER}/v1/admin/users` } };
export const EXAMPLE_NEW_USER = { data: { type: "users", attributes: { name: "Zoë", role: "supervisor" } } };
export const EXAMPLE_PASSWORD_REQUEST = { data: { type: "users", attributes: {} } };
