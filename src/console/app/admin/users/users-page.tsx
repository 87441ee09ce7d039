import { useSignal } from "@preact/signals";
import { client } from "../../lib/client.ts";
import { pathTo } from "../../lib/router.ts";
import { a } from "../lib/admin-texts.ts";
import { timeText } from "../lib/format.ts";
import { usePaged } from "../lib/paged.ts";
import { useAct } from "../parts/act.ts";
import { ConfirmButton } from "../parts/confirm-button.tsx";
import { type Column, ListTable } from "../parts/list-table.tsx";
import { SecretOnce } from "../parts/secret-once.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { type AdminUser, UserForm } from "./user-form.tsx";

/** The people who can sign in. */
export function UsersPage() {
  const act = useAct();
  const changed = useSignal<AdminUser | null>(null);
  const list = usePaged<AdminUser>(async (cursor, size) => {
    const query = { "page[size]": size, ...(cursor === undefined ? {} : { "page[cursor]": cursor }) };
    return (await client.adminListUsers({ query })).body;
  }, "");
  const setPassword = (id: string): void =>
    act.run(async () => {
      const body = { data: { type: "users" as const, attributes: {} } };
      changed.value = (await client.adminSetPassword({ path: { id }, body })).body.data;
    });
  const remove = (id: string): void =>
    act.run(async () => {
      await client.adminRemoveUser({ path: { id } });
      list.reload();
    });
  const { name, password } = changed.value?.attributes ?? {};
  return (
    <>
      <h1>{a("users.title")}</h1>
      <section class="sheet" aria-label={a("users.title")}>
        <Trouble text={act.trouble} />
        {name === undefined || password === undefined ? null : (
          <>
            <p role="status">{a("users.password-of", { name })}</p>
            <SecretOnce name={a("users.new-password")} value={password} />
          </>
        )}
        <ListTable
          name="users"
          title={a("users.title")}
          list={list}
          keyOf={({ id }) => id}
          columns={columns({ isBusy: act.isBusy.value, setPassword, remove })}
          whenEmpty={a("users.none")}
        />
      </section>
      <section class="sheet" aria-labelledby="new-user">
        <h2 id="new-user">{a("users.new")}</h2>
        <UserForm role="supervisor" onAdded={() => list.reload()} />
      </section>
    </>
  );
}

interface UserActions {
  readonly isBusy: boolean;
  readonly setPassword: (id: string) => void;
  readonly remove: (id: string) => void;
}

function columns({ isBusy, setPassword, remove }: UserActions): readonly Column<AdminUser>[] {
  return [
    { title: a("users.name"), cell: ({ attributes }) => attributes.name, text: ({ attributes }) => attributes.name },
    {
      title: a("users.role"),
      cell: ({ attributes }) => a(`users.role.${attributes.role}`),
      text: ({ attributes }) => attributes.role,
    },
    {
      title: a("users.key"),
      cell: ({ attributes }) => <a href={pathTo("admin-keys", { id: attributes.key_id })}>{a("users.key.open")}</a>,
      text: ({ attributes }) => attributes.key_id,
      isMinor: true,
    },
    {
      title: a("users.since"),
      cell: ({ attributes }) => timeText(attributes.created_at),
      isTime: true,
      text: ({ attributes }) => attributes.created_at,
      isMinor: true,
    },
    {
      title: a("jobs.actions"),
      cell: ({ id }) => (
        <span class="button-row">
          <button type="button" class="button quiet small" disabled={isBusy} onClick={() => setPassword(id)}>
            {a("users.new-password")}
          </button>
          <ConfirmButton
            label={a("users.remove")}
            question={a("users.remove.question")}
            isBusy={isBusy}
            onConfirm={() => remove(id)}
          />
        </span>
      ),
    },
  ];
}
