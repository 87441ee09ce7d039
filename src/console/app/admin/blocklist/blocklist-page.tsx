import { useSignal } from "@preact/signals";
import type { AdminBlocklist } from "../../../../../clients/typescript/operations.ts";
import { client } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { filterBy, pageOf } from "../lib/list-query.ts";
import { usePaged } from "../lib/paged.ts";
import { useAct } from "../parts/act.ts";
import { ConfirmButton } from "../parts/confirm-button.tsx";
import { type Column, ListTable } from "../parts/list-table.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { BlockForm } from "./block-form.tsx";

type Blocked = AdminBlocklist["data"][number];

/** The digests of pictures and films whose likes are not accepted, and another one. */
export function BlocklistPage() {
  const text = useSignal("");
  const removing = useAct();
  const list = usePaged<Blocked>(async (cursor, size) => {
    const query = { ...pageOf(cursor, size), ...filterBy("text", text.value) };
    return (await client.adminListBlocked({ query })).body;
  }, text.value);
  const remove = (id: string): void =>
    removing.run(async () => {
      await client.adminUnblockDigest({ path: { id } });
      list.reload();
    });
  return (
    <>
      <h1>{a("blocklist.title")}</h1>
      <p class="dim">{a("blocklist.text")}</p>
      <BlockForm onBlocked={() => list.reload()} />
      <section class="sheet" aria-label={a("blocklist.title")}>
        <Trouble text={removing.trouble} />
        <ListTable
          name="blocklist"
          title={a("blocklist.title")}
          list={list}
          keyOf={({ id }) => id}
          columns={columns(removing.isBusy.value, remove)}
          whenEmpty={a("blocklist.none")}
          filters={
            <SearchField
              label={a("blocklist.filter")}
              value={text.value}
              onChoose={(chosen) => (text.value = chosen)}
            />
          }
        />
      </section>
    </>
  );
}

function columns(isBusy: boolean, remove: (id: string) => void): readonly Column<Blocked>[] {
  return [
    {
      title: a("blocklist.hash"),
      cell: ({ id }) => (
        <code class="cut" title={id}>
          {id}
        </code>
      ),
      text: ({ id }) => id,
    },
    {
      title: a("blocklist.reason"),
      cell: ({ attributes }) => <span class="long-text">{attributes.reason === "" ? "–" : attributes.reason}</span>,
      text: ({ attributes }) => attributes.reason,
    },
    {
      title: a("blocklist.kind"),
      cell: ({ attributes }) => (attributes.kind === "pdq" ? "PDQ" : "64 bit"),
      text: ({ attributes }) => attributes.kind,
      isMinor: true,
    },
    {
      title: a("jobs.actions"),
      cell: ({ id, attributes }) =>
        attributes.is_removable ? (
          <ConfirmButton
            label={a("blocklist.remove")}
            question={a("blocklist.remove.question")}
            isBusy={isBusy}
            onConfirm={() => remove(id)}
          />
        ) : (
          <span class="dim">{a("blocklist.operator")}</span>
        ),
    },
  ];
}
