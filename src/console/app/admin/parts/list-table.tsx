import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { messageOf } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { csvOf, saveText } from "../lib/csv.ts";
import type { PagedList } from "../lib/paged.ts";

export interface Column<Entry> {
  readonly title: string;
  readonly cell: (entry: Entry) => ComponentChildren;
  /** For the export; without it, the column is not exported. */
  readonly text?: (entry: Entry) => string;
  /** Not shown on narrow windows. */
  readonly isMinor?: boolean;
  readonly isNumber?: boolean;
  readonly isTime?: boolean;
}

interface ListTableProps<Entry> {
  /** The name for screen readers, and of the exported file. */
  readonly name: string;
  readonly title: string;
  readonly list: PagedList<Entry>;
  readonly keyOf: (entry: Entry) => string;
  readonly columns: readonly Column<Entry>[];
  readonly whenEmpty: string;
  /** The filters above the table. */
  readonly filters?: ComponentChildren;
}

/** A list with filters, pages and an export. */
export function ListTable<Entry>({ name, title, list, keyOf, columns, whenEmpty, filters }: ListTableProps<Entry>) {
  const exporting = useSignal<string | null>(null);
  const entries = list.entries.value;
  const saveAll = async (): Promise<void> => {
    exporting.value = a("list.exporting");
    try {
      const exported = columns.filter((column) => column.text !== undefined);
      const header = exported.map((column) => column.title);
      const rows = (await list.all()).map((entry) => exported.map((column) => column.text?.(entry) ?? ""));
      saveText(`${name}.csv`, csvOf(header, rows));
      exporting.value = null;
    } catch (error) {
      exporting.value = messageOf(error);
    }
  };
  return (
    <>
      <div class="list-bar">
        {filters}
        <span class="list-bar-end">
          <button type="button" class="button quiet small" onClick={() => list.reload()}>
            {a("list.reload")}
          </button>
          {columns.some(({ text }) => text !== undefined) ? (
            <button type="button" class="button quiet small" onClick={() => void saveAll()}>
              {a("list.export")}
            </button>
          ) : null}
        </span>
      </div>
      {exporting.value === null ? null : <p role="status">{exporting.value}</p>}
      {list.trouble === null ? null : (
        <p class="trouble" role="alert">
          {list.trouble}
        </p>
      )}
      {entries === null ? (
        <p class="dim">{list.trouble === null ? a("list.loading") : null}</p>
      ) : entries.length === 0 ? (
        <p class="dim">{whenEmpty}</p>
      ) : (
        <Table title={title} entries={entries} keyOf={keyOf} columns={columns} />
      )}
      {list.hasMore ? (
        <p>
          <button type="button" class="button quiet" disabled={list.isLoading} onClick={() => list.more()}>
            {a("list.more")}
          </button>
        </p>
      ) : null}
    </>
  );
}

interface TableProps<Entry> extends Pick<ListTableProps<Entry>, "title" | "keyOf" | "columns"> {
  readonly entries: readonly Entry[];
}

/** A table that scrolls sideways in a narrow window. */
export function Table<Entry>({ title, entries, keyOf, columns }: TableProps<Entry>) {
  const classOf = ({ isMinor, isNumber, isTime }: Column<Entry>): string =>
    [isMinor === true ? "wide-only" : "", isNumber === true ? "number" : "", isTime === true ? "time" : ""]
      .join(" ")
      .trim();
  return (
    <div class="table-scroll" role="region" aria-label={title} tabIndex={0}>
      <table class="table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" class={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={keyOf(entry)}>
              {columns.map((column) => (
                <td key={column.title} class={classOf(column)}>
                  {column.cell(entry)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
