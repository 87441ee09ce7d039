import { useSignal } from "@preact/signals";
import { Select } from "../../controls/select.tsx";
import { client } from "../../lib/client.ts";
import { pathTo } from "../../lib/router.ts";
import { a } from "../lib/admin-texts.ts";
import { filterBy, pageOf } from "../lib/list-query.ts";
import { usePaged } from "../lib/paged.ts";
import { useAct } from "../parts/act.ts";
import { ConfirmButton } from "../parts/confirm-button.tsx";
import { type Column, ListTable } from "../parts/list-table.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { SecretOnce } from "../parts/secret-once.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { Time } from "../parts/time.tsx";
import { type AdminUser, UserForm } from "./user-form.tsx";

const ROLES = ["supervisor", "admin"] as const;

/** The people who can sign in. */
export function UsersPage() {
  const act = useAct();
  const changed = useSignal<AdminUser | null>(null);
  const name = useSignal("");
  const role = useSignal<(typeof ROLES)[number] | "">("");
  const list = usePaged<AdminUser>(async (cursor, size) => {
    const query = { ...pageOf(cursor, size), ...filterBy("role", role.value), ...filterBy("name", name.value) };
    return (await client.adminListUsers({ query })).body;
  }, `${role.value} ${name.value}`);
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
  const { name: changedName, password } = changed.value?.attributes ?? {};
  return (
    <>
      <h1>{a("users.title")}</h1>
      <section class="sheet" aria-label={a("users.title")}>
        <Trouble text={act.trouble} />
        {changedName === undefined || password === undefined ? null : (
          <>
            <p role="status">{a("users.password-of", { name: changedName })}</p>
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
          filters={
            <>
              <SearchField label={a("keys.filter-name")} value={name.value} onChoose={(text) => (name.value = text)} />
              <Select
                label={a("users.role")}
                value={role.value}
                options={[["", a("users.role.all")], ...ROLES.map((one) => [one, a(`users.role.${one}`)] as const)]}
                onChoose={(chosen) => (role.value = chosen)}
              />
            </>
          }
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
      cell: ({ attributes }) => <Time at={attributes.created_at} />,
      isTime: true,
      text: ({ attributes }) => attributes.created_at,
      isMinor: true,
    },
    {
      title: a("jobs.actions"),
      cell: ({ id }) => (
        <span class="button-row">
          <ConfirmButton
            label={a("users.new-password")}
            question={a("users.remove.question")}
            isBusy={isBusy}
            onConfirm={() => setPassword(id)}
          />
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
