import { useSignal } from "@preact/signals";
import type { AdminAuditList } from "../../../../../clients/typescript/operations.ts";
import { AUDIT_ACTIONS } from "../../../../../schema/audit-actions.ts";
import { Select } from "../../controls/select.tsx";
import { client } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { filterBy, pageOf } from "../lib/list-query.ts";
import { usePaged } from "../lib/paged.ts";
import { KeyAndDateFields, keyAndDatesQuery, useKeyAndDates } from "../parts/key-and-dates.tsx";
import { type Column, ListTable } from "../parts/list-table.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { Time } from "../parts/time.tsx";
import { objectsText } from "./objects-text.ts";

type Entry = AdminAuditList["data"][number];

/** Who did what and when, the newest first. */
export function AuditPage() {
  const shared = useKeyAndDates();
  const action = useSignal<(typeof AUDIT_ACTIONS)[number] | "">("");
  const actor = useSignal("");
  const list = usePaged<Entry>(
    async (cursor, size) => {
      const query = {
        ...pageOf(cursor, size),
        ...keyAndDatesQuery(shared),
        ...filterBy("action", action.value),
        ...filterBy("actor", actor.value),
      };
      return (await client.adminListAudit({ query })).body;
    },
    JSON.stringify([action.value, actor.value, keyAndDatesQuery(shared)]),
  );
  return (
    <>
      <h1>{a("audit.title")}</h1>
      <section class="sheet" aria-label={a("audit.title")}>
        <ListTable
          name="audit"
          title={a("audit.title")}
          list={list}
          keyOf={({ id }) => id}
          columns={columns()}
          whenEmpty={a("audit.none")}
          filters={
            <KeyAndDateFields chosen={shared}>
              <SearchField label={a("audit.actor")} value={actor.value} onChoose={(name) => (actor.value = name)} />
              <Select
                label={a("audit.what")}
                value={action.value}
                options={[["", a("audit.what.all")], ...AUDIT_ACTIONS.map((one) => [one, one] as const)]}
                onChoose={(chosen) => (action.value = chosen)}
              />
            </KeyAndDateFields>
          }
        />
      </section>
    </>
  );
}

function columns(): readonly Column<Entry>[] {
  return [
    {
      title: a("history.at"),
      cell: ({ attributes }) => <Time at={attributes.at} />,
      isTime: true,
      text: ({ attributes }) => attributes.at,
    },
    {
      title: a("audit.who"),
      cell: ({ attributes }) => `${attributes.actor_name} (${attributes.actor})`,
      text: ({ attributes }) => `${attributes.actor} ${attributes.actor_name}`,
    },
    {
      title: a("audit.what"),
      cell: ({ attributes }) => <code>{attributes.action}</code>,
      text: ({ attributes }) => attributes.action,
    },
    {
      title: a("audit.objects"),
      cell: ({ attributes }) => <span class="long-text">{objectsText(attributes.objects)}</span>,
      text: ({ attributes }) => JSON.stringify(attributes.objects),
      isMinor: true,
    },
    {
      title: a("audit.outcome"),
      cell: ({ attributes }) => attributes.outcome,
      text: ({ attributes }) => attributes.outcome,
      isMinor: true,
    },
  ];
}
