import { Elysia } from "elysia";
import { type AdminUserAttributes, NewUserRequest, UserPasswordRequest } from "../../schema/wire/admin-users.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { BodyReader } from "../http/body-reader.ts";
import { decodeCursor } from "../http/cursor.ts";
import { jsonApi } from "../http/json-api.ts";
import { listDocument, pageAfter } from "../http/list-document.ts";
import { noFilters, readListQuery } from "../http/list-query.ts";
import { pathId } from "../http/path-id.ts";
import { readDocument } from "../http/read-attributes.ts";
import { administration, ADMINISTRATORS, type ChangedBy } from "../keys/admin-authentication.ts";
import { auditedChanges } from "../keys/audited-changes.ts";
import type { KeyDeps } from "../keys/manage-keys.ts";
import { refuse } from "../lib/refusal.ts";
import { addUser, changePassword, removeUser } from "./manage-users.ts";
import { newPassword } from "./password.ts";
import { findUser, listUsers } from "./store.ts";
import { complaintOfName, complaintOfPassword, type User, userOf } from "./user.ts";

const PATH = "/v1/admin/users";
const USER_ID = /^[0-9a-f-]{36}$/;

/** Lists, adds and removes people, and gives them passwords, with the functions of the commands. */
export function adminUserRoutes(
  deps: Pick<FeatureDeps, "db" | "clock" | "timer" | "newId" | "access" | "contexts" | "audit" | "storage">,
  { baseUrl }: { readonly baseUrl: () => string },
) {
  const { db, audit, storage } = deps;
  const reading = { bodies: new BodyReader(deps.timer, deps.contexts), bodiesOf: ADMINISTRATORS };
  const changing = (by: ChangedBy): KeyDeps => ({ ...deps, onChange: auditedChanges(audit, by) });
  const nameOf = (id: string | null | undefined): string => {
    const row = findUser(db, pathId(id));
    if (row === null) throw refuse("not_found", { detail: "There is no user with this id." });
    return row.name;
  };
  const decode = (cursor: string): string | null => decodeCursor(cursor, USER_ID)?.[0] ?? null;
  return new Elysia()
    .use(administration(deps))
    .get(PATH, ({ request }) => {
      const query = readListQuery(request.url, { decode, parseFilter: noFilters });
      const { shown, last } = pageAfter(listUsers(db).map(userOf), query);
      const data = shown.map((user) => resourceOf(user, null));
      return jsonApi(listDocument({ data, last }, query, { baseUrl: baseUrl(), path: PATH }));
    })
    .post(
      PATH,
      async ({ request, by }) => {
        const { data } = await readDocument(request, { ...reading, schema: NewUserRequest });
        const { role } = data.attributes;
        const name = data.attributes.name.trim();
        refuseIf(complaintOfName(name), "name");
        const { password, generated } = passwordFor(data.attributes.password);
        storage.requireWritable();
        const user = await addUser(changing(by), { name, role, password });
        if (user === null) throw refuse("conflict", { detail: "There is already a user with this name." });
        audit.record({ ...by, action: "user.added", objects: { user: user.id, role } });
        return jsonApi({ data: resourceOf(user, generated) }, 201);
      },
      { parse: "none" },
    )
    .post(
      `${PATH}/:id/password`,
      async ({ params, request, by }) => {
        const { data } = await readDocument(request, { ...reading, schema: UserPasswordRequest });
        const { password, generated } = passwordFor(data.attributes.password);
        const name = nameOf(params.id);
        storage.requireWritable();
        const user = await changePassword(changing(by), name, password);
        if (user === null) throw refuse("not_found", { detail: "The user was removed meanwhile." });
        audit.record({ ...by, action: "user.password", objects: { user: user.id } });
        return jsonApi({ data: resourceOf(user, generated) });
      },
      { parse: "none" },
    )
    .delete(`${PATH}/:id`, ({ params, by }) => {
      const name = nameOf(params.id);
      storage.requireWritable();
      const user = removeUser(changing(by), name);
      if (user !== null) audit.record({ ...by, action: "user.removed", objects: { user: user.id } });
      return new Response(null, { status: 204 });
    });
}

function passwordFor(given: string | undefined): { readonly password: string; readonly generated: string | null } {
  if (given === undefined) {
    const generated = newPassword();
    return { password: generated, generated };
  }
  refuseIf(complaintOfPassword(given), "password");
  return { password: given, generated: null };
}

function refuseIf(complaint: string | null, member: string): void {
  if (complaint === null) return;
  throw refuse("invalid_attribute", { detail: complaint, source: { pointer: `/data/attributes/${member}` } });
}

function resourceOf(user: User, password: string | null): object {
  const attributes: AdminUserAttributes = {
    name: user.name,
    role: user.role,
    key_id: user.keyId,
    created_at: new Date(user.createdAt).toISOString(),
    ...(password === null ? {} : { password }),
  };
  return { type: "users", id: user.id, attributes };
}
