import { useSignal } from "@preact/signals";
import type { AdminUserDocument } from "../../../../../clients/typescript/operations.ts";
import { client } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { useAct } from "../parts/act.ts";
import { SecretOnce } from "../parts/secret-once.tsx";
import { Trouble } from "../parts/trouble.tsx";

export type AdminUser = AdminUserDocument["data"];

interface UserFormProps {
  readonly role: AdminUser["attributes"]["role"];
  readonly onAdded: (user: AdminUser) => void;
}

/** Adds a person. Without a password, the server makes one, which is shown once. */
export function UserForm({ role, onAdded }: UserFormProps) {
  const act = useAct();
  const added = useSignal<AdminUser | null>(null);
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    const text = (name: string): string => {
      const value = given.get(name);
      return typeof value === "string" ? value : "";
    };
    const password = text("password");
    const attributes = {
      name: text("name").trim(),
      role: text("role") === "admin" ? ("admin" as const) : ("supervisor" as const),
      ...(password === "" ? {} : { password }),
    };
    act.run(async () => {
      const { body } = await client.adminAddUser({ body: { data: { type: "users", attributes } } });
      added.value = body.data;
      form.reset();
      onAdded(body.data);
    });
  };
  const { name, password } = added.value?.attributes ?? {};
  return (
    <>
      <form class="admin-form" onSubmit={send}>
        <label>
          {a("users.name")}
          <input class="field" name="name" maxLength={64} required autocomplete="off" />
        </label>
        <label>
          {a("users.role")}
          <select class="select" name="role">
            <option value="supervisor" selected={role === "supervisor"}>
              {a("users.role.supervisor")}
            </option>
            <option value="admin" selected={role === "admin"}>
              {a("users.role.admin")}
            </option>
          </select>
        </label>
        <label>
          {a("users.password")}
          <input class="field" name="password" type="password" autocomplete="new-password" minLength={10} />
        </label>
        <Trouble text={act.trouble} />
        <p>
          <button type="submit" class="button" disabled={act.isBusy.value}>
            {a("users.add")}
          </button>
        </p>
      </form>
      {name === undefined ? null : <p role="status">{a("users.added", { name })}</p>}
      {password === undefined ? null : (
        <>
          <p>{a("keys.once")}</p>
          <SecretOnce name={a("users.new-password")} value={password} />
        </>
      )}
    </>
  );
}
