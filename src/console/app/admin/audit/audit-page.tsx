import { useSignal } from "@preact/signals";
import type { AdminAuditList } from "../../../../../clients/typescript/operations.ts";
import { client } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { timeText } from "../lib/format.ts";
import { usePaged } from "../lib/paged.ts";
import { type Column, ListTable } from "../parts/list-table.tsx";

type Entry = AdminAuditList["data"][number];

/** Who did what and when, the newest first. */
export function AuditPage() {
  const key = useSignal("");
  const list = usePaged<Entry>(async (cursor, size) => {
    const query = {
      "page[size]": size,
      ...(cursor === undefined ? {} : { "page[cursor]": cursor }),
      ...(key.value === "" ? {} : { "filter[key]": key.value }),
    };
    return (await client.adminListAudit({ query })).body;
  }, key.value);
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
            <input
              class="field list-filter"
              type="search"
              aria-label={a("audit.key")}
              placeholder={a("audit.key")}
              value={key.value}
              onChange={(event) => (key.value = event.currentTarget.value.trim())}
            />
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
      cell: ({ attributes }) => timeText(attributes.at),
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

function objectsText(objects: Entry["attributes"]["objects"]): string {
  return Object.entries(objects)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(", ") : String(value)}`)
    .join("; ");
}
