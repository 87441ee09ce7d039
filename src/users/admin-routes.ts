import { Elysia } from "elysia";
import { type AdminUserAttributes, NewUserRequest, UserPasswordRequest } from "../../schema/wire/admin-users.ts";
import type { FeatureDeps } from "../feature/feature.ts";
import { BodyReader } from "../http/body-reader.ts";
import { decodeCursor } from "../http/cursor.ts";
import { jsonApi } from "../http/json-api.ts";
import { listDocument } from "../http/list-document.ts";
import { ListFilters } from "../http/list-filters.ts";
import { type ParsedFilter, readListQuery } from "../http/list-query.ts";
import { pathId } from "../http/path-id.ts";
import { readDocument } from "../http/read-attributes.ts";
import { administration, ADMINISTRATORS, type ChangedBy } from "../keys/admin-authentication.ts";
import { auditedChanges } from "../keys/audited-changes.ts";
import type { KeyDeps } from "../keys/manage-keys.ts";
import { refuse } from "../lib/refusal.ts";
import { addUser, changePassword, removeUser } from "./manage-users.ts";
import { newPassword } from "./password.ts";
import { findUser, pageOfUsers, type UserFilter } from "./store.ts";
import { complaintOfName, complaintOfPassword, type User, userOf } from "./user.ts";

const PATH = "/v1/admin/users";
const ROLES = ["supervisor", "admin"] as const;
/** A name as people sign in with it; longer than any name. */
const POSITION = /^[\p{L}\p{M}\p{N} ._@+'-]{1,400}$/u;

/** Lists, adds and removes people, and gives them passwords, with the functions of the commands. */
export function adminUserRoutes(
  deps: Pick<FeatureDeps, "db" | "clock" | "timer" | "newId" | "access" | "contexts" | "audit" | "storage" | "slices">,
  { baseUrl }: { readonly baseUrl: () => string },
) {
  const { db, audit, storage } = deps;
  const reading = { bodies: new BodyReader(deps.timer, deps.contexts), bodiesOf: ADMINISTRATORS };
  const changing = (by: ChangedBy): KeyDeps => ({ ...deps, onChange: auditedChanges(audit, by) });
  const nameOf = async (id: string | null | undefined): Promise<string> => {
    const row = await db.read(findUser(db, pathId(id)));
    if (row === null) throw refuse("not_found", { detail: "There is no user with this id." });
    return row.name;
  };
  return new Elysia()
    .use(administration(deps))
    .get(PATH, async ({ request }) => {
      const query = readListQuery(request.url, { decode, parseFilter });
      const { size, after, filter } = query;
      const found = await deps.slices.run(pageOfUsers(db, filter, { after, limit: size + 1 }), request.signal);
      const shown = found.slice(0, size);
      const last = found.length > size ? (shown.at(-1)?.signInName ?? null) : null;
      const data = shown.map((row) => resourceOf(userOf(row), null));
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
        await audit.record({ ...by, action: "user.added", objects: { user: user.id, role } });
        return jsonApi({ data: resourceOf(user, generated) }, 201);
      },
      { parse: "none" },
    )
    .post(
      `${PATH}/:id/password`,
      async ({ params, request, by }) => {
        const { data } = await readDocument(request, { ...reading, schema: UserPasswordRequest });
        const { password, generated } = passwordFor(data.attributes.password);
        const name = await nameOf(params.id);
        storage.requireWritable();
        const user = await changePassword(changing(by), name, password);
        if (user === null) throw refuse("not_found", { detail: "The user was removed meanwhile." });
        await audit.record({ ...by, action: "user.password", objects: { user: user.id } });
        return jsonApi({ data: resourceOf(user, generated) });
      },
      { parse: "none" },
    )
    .delete(`${PATH}/:id`, async ({ params, by }) => {
      const name = await nameOf(params.id);
      storage.requireWritable();
      const user = await removeUser(changing(by), name);
      if (user !== null) await audit.record({ ...by, action: "user.removed", objects: { user: user.id } });
      return new Response(null, { status: 204 });
    });
}

function decode(cursor: string): string | null {
  return decodeCursor(cursor, POSITION)?.[0] ?? null;
}

function parseFilter(given: Readonly<Record<string, string>>): ParsedFilter<UserFilter> {
  const filters = new ListFilters(given);
  return filters.end({ role: filters.oneOf("role", ROLES), name: filters.text("name") });
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
