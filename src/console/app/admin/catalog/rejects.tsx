import type { CatalogRejectList } from "../../../../../clients/typescript/operations.ts";
import { client } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { pageOf } from "../lib/list-query.ts";
import { usePaged } from "../lib/paged.ts";
import { ListTable } from "../parts/list-table.tsx";

type Reject = CatalogRejectList["data"][number];

/** What an import rejected, missed or grouped, to read and to download. Nothing if there is nothing. */
export function Rejects({ id }: { readonly id: string }) {
  const list = usePaged<Reject>(async (cursor, size) => {
    const query = pageOf(cursor, size);
    return (await client.adminListCatalogRejects({ path: { id }, query })).body;
  }, id);
  if ((list.entries.value ?? []).length === 0) return null;
  return (
    <details>
      <summary>{a("rejects.title")}</summary>
      <p>
        <a href={`/v1/admin/catalog/runs/${id}/report`} download>
          {a("rejects.download")}
        </a>
      </p>
      <ListTable
        name={`rejects-${id}`}
        title={a("rejects.title")}
        list={list}
        whenEmpty={a("rejects.none")}
        keyOf={(reject) => reject.id}
        columns={[
          {
            title: a("rejects.place"),
            cell: ({ attributes: { file, line } }) => (
              <span class="long-text">{line === 0 ? file : `${file}, ${a("rejects.line", { line })}`}</span>
            ),
            text: ({ attributes: { file, line } }) => (line === 0 ? file : `${file}:${line}`),
          },
          {
            title: a("rejects.field"),
            cell: ({ attributes }) => attributes.field,
            text: ({ attributes }) => attributes.field,
          },
          {
            title: a("rejects.reason"),
            cell: ({ attributes }) => attributes.reason,
            text: ({ attributes }) => attributes.reason,
          },
        ]}
      />
    </details>
  );
}
