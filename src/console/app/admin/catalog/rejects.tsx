import type { CatalogRejectList } from "../../../../../clients/typescript/operations.ts";
import { client } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { numberText } from "../lib/format.ts";
import { usePaged } from "../lib/paged.ts";
import { Table } from "../parts/list-table.tsx";

type Reject = CatalogRejectList["data"][number];

/** What an import rejected, missed or grouped, to read and to download. Nothing if there is nothing. */
export function Rejects({ id }: { readonly id: string }) {
  const list = usePaged<Reject>(async (cursor, size) => {
    const query = { "page[size]": size, ...(cursor === undefined ? {} : { "page[cursor]": cursor }) };
    return (await client.adminListCatalogRejects({ path: { id }, query })).body;
  }, id);
  const entries = list.entries.value ?? [];
  if (entries.length === 0) return null;
  return (
    <details>
      <summary>{a("rejects.title")}</summary>
      <p>
        <a href={`/v1/admin/catalog/runs/${id}/report`} download>
          {a("rejects.download")}
        </a>
      </p>
      <Table
        title={a("rejects.title")}
        entries={entries}
        keyOf={(reject) => reject.id}
        columns={[
          {
            title: a("rejects.place"),
            cell: ({ attributes: { file, line } }) => (
              <span class="long-text">{line === 0 ? file : `${file}, ${a("rejects.line", { line })}`}</span>
            ),
          },
          { title: a("rejects.field"), cell: ({ attributes }) => attributes.field },
          { title: a("rejects.reason"), cell: ({ attributes }) => attributes.reason },
        ]}
      />
      {list.hasMore ? (
        <p>
          <button type="button" class="button quiet" disabled={list.isLoading} onClick={() => list.more()}>
            {a("rejects.more", { count: numberText(entries.length) })}
          </button>
        </p>
      ) : null}
    </details>
  );
}
