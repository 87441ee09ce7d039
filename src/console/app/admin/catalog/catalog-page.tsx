import { useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren, ComponentProps } from "preact";
import type { AdminCatalogDocument, CatalogChangeList } from "../../../../../clients/typescript/operations.ts";
import { client } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { numberText } from "../lib/format.ts";
import { usePaged } from "../lib/paged.ts";
import { useAct } from "../parts/act.ts";
import { ConfirmButton } from "../parts/confirm-button.tsx";
import { Facts } from "../parts/facts.tsx";
import { type Column, ListTable } from "../parts/list-table.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { Time } from "../parts/time.tsx";
import { ImportForm } from "./import-form.tsx";
import { endedRuns, startRun } from "./run-types.ts";
import { RunView } from "./run-view.tsx";
import { Runs } from "./runs.tsx";
import { Takedown } from "./takedown.tsx";

type CatalogFacts = AdminCatalogDocument["data"]["attributes"];
type Change = CatalogChangeList["data"][number];

/** The catalog: imports with preview and progress, going back, takedown, and what changed before. */
export function CatalogPage() {
  const catalog = useSignal<CatalogFacts | null>(null);
  const undone = useSignal<string | null>(null);
  const reading = useAct();
  const undoing = useAct();
  useSignalEffect(() => {
    // Reads it again after each run.
    void endedRuns.value;
    reading.read(async () => {
      catalog.value = (await client.adminReadCatalog()).body.data.attributes;
    });
  });
  const shown = catalog.value;
  return (
    <>
      <h1>{a("catalog.title")}</h1>
      <section class="sheet" aria-label={a("catalog.title")}>
        <Trouble text={reading.trouble} />
        <Facts facts={factsOf(shown, reading.trouble === null ? "…" : "–")} />
        {shown?.can_undo === true ? (
          <div>
            <ConfirmButton
              label={a("catalog.undo")}
              question={a("catalog.undo.question")}
              isBusy={undoing.isBusy.value}
              onConfirm={() =>
                undoing.run(async () => {
                  undone.value = (await startRun({ kind: "undo" })).id;
                })
              }
            />
          </div>
        ) : null}
        <Trouble text={undoing.trouble} />
        {undone.value === null ? null : <RunView key={undone.value} id={undone.value} />}
      </section>
      <ImportForm />
      <Takedown />
      <Runs />
      <History />
    </>
  );
}

/** Without a catalog, each fact is `missing`, so that the page does not jump when it is read. */
function factsOf(catalog: CatalogFacts | null, missing: string): ComponentProps<typeof Facts>["facts"] {
  const shown = (value: (catalog: CatalogFacts) => ComponentChildren): ComponentChildren =>
    catalog === null ? missing : value(catalog);
  return [
    [a("catalog.songs"), shown(({ songs }) => numberText(songs))],
    [a("catalog.generation"), shown(({ generation }) => generation ?? "–")],
    [a("catalog.version"), shown(({ version }) => <code>{version ?? "–"}</code>)],
    [a("catalog.removed"), shown(({ removed_songs: removed }) => numberText(removed))],
  ];
}

function History() {
  const list = usePaged<Change>(async (cursor, size) => {
    const query = { "page[size]": size, ...(cursor === undefined ? {} : { "page[cursor]": cursor }) };
    return (await client.adminListCatalogChanges({ query })).body;
  }, String(endedRuns.value));
  return (
    <section class="sheet" aria-labelledby="history">
      <h2 id="history">{a("history.title")}</h2>
      <ListTable
        name="catalog-history"
        title={a("history.title")}
        list={list}
        keyOf={({ id }) => id}
        columns={columns()}
        whenEmpty={a("history.none")}
      />
    </section>
  );
}

function columns(): readonly Column<Change>[] {
  const count = (title: string, of: (change: Change["attributes"]) => number, isMinor = false): Column<Change> => ({
    title,
    cell: ({ attributes }) => numberText(of(attributes)),
    text: ({ attributes }) => String(of(attributes)),
    isNumber: true,
    isMinor,
  });
  return [
    {
      title: a("history.at"),
      cell: ({ attributes }) => <Time at={attributes.at} />,
      isTime: true,
      text: ({ attributes }) => attributes.at,
    },
    {
      title: a("history.source"),
      cell: ({ attributes }) => attributes.source,
      text: ({ attributes }) => attributes.source,
    },
    count(a("runs.added"), ({ added }) => added),
    count(a("runs.updated"), ({ updated }) => updated),
    count(a("runs.retired"), ({ retired }) => retired),
    count(a("catalog.songs"), ({ songs }) => songs, true),
    {
      title: a("history.subject"),
      cell: ({ attributes }) => <span class="cut">{attributes.subject}</span>,
      text: ({ attributes }) => attributes.subject,
      isMinor: true,
    },
  ];
}
