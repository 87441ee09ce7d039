import { useSignal } from "@preact/signals";
import { Select } from "../../controls/select.tsx";
import { client } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { numberText } from "../lib/format.ts";
import { pageOf } from "../lib/list-query.ts";
import { isBetween, matching } from "../lib/matching.ts";
import { usePaged } from "../lib/paged.ts";
import { DateFields } from "../parts/date-fields.tsx";
import { type Column, ListTable } from "../parts/list-table.tsx";
import { StateWord } from "../parts/state-word.tsx";
import { Time } from "../parts/time.tsx";
import { type CatalogRunShown, endedRuns, titleOf, toneOfRun } from "./run-types.ts";

type Counts = NonNullable<NonNullable<CatalogRunShown["attributes"]["outcome"]>["counts"]>;

const STATES = ["running", "done", "failed", "cancelled", "interrupted"] as const;

/** The runs that administrators started, also previews and those that failed; the newest first. */
export function Runs() {
  const state = useSignal<(typeof STATES)[number] | "">("");
  const from = useSignal("");
  const to = useSignal("");
  const list = usePaged<CatalogRunShown>(
    matching(
      async (cursor, size) => (await client.adminListCatalogRuns({ query: pageOf(cursor, size) })).body,
      state.value !== "" || from.value !== "" || to.value !== "",
      ({ attributes }) =>
        (state.value === "" || attributes.state === state.value) &&
        isBetween(attributes.started_at, from.value, to.value),
    ),
    [endedRuns.value, state.value, from.value, to.value].join(),
  );
  return (
    <section class="sheet" aria-labelledby="runs">
      <h2 id="runs">{a("runs.title")}</h2>
      <ListTable
        name="catalog-runs"
        title={a("runs.title")}
        list={list}
        keyOf={({ id }) => id}
        columns={columns()}
        whenEmpty={a("runs.none")}
        filters={
          <>
            <Select
              label={a("jobs.state")}
              value={state.value}
              options={[["", a("keys.state.all")], ...STATES.map((one) => [one, a(`runs.state.${one}`)] as const)]}
              onChoose={(chosen) => (state.value = chosen)}
            />
            <DateFields from={from} to={to} />
          </>
        }
      />
    </section>
  );
}

function columns(): readonly Column<CatalogRunShown>[] {
  const count = (title: string, of: (counts: Counts) => number): Column<CatalogRunShown> => {
    const countsOf = ({ attributes }: CatalogRunShown): Counts | null => attributes.outcome?.counts ?? null;
    return {
      title,
      cell: (run) => {
        const counts = countsOf(run);
        return counts === null ? "–" : numberText(of(counts));
      },
      text: (run) => {
        const counts = countsOf(run);
        return counts === null ? "" : String(of(counts));
      },
      isNumber: true,
      isMinor: true,
    };
  };
  return [
    {
      title: a("history.at"),
      cell: ({ attributes }) => <Time at={attributes.started_at} />,
      isTime: true,
      text: ({ attributes }) => attributes.started_at,
    },
    {
      title: a("audit.what"),
      cell: (run) => <span class="long-text">{titleOf(run)}</span>,
      text: (run) => titleOf(run),
    },
    {
      title: a("jobs.state"),
      cell: ({ attributes: { state } }) => <StateWord tone={toneOfRun(state)} text={a(`runs.state.${state}`)} />,
      text: ({ attributes }) => attributes.state,
    },
    {
      title: a("audit.who"),
      cell: ({ attributes }) => attributes.started_by,
      text: ({ attributes }) => attributes.started_by,
      isMinor: true,
    },
    count(a("runs.added"), ({ added }) => added),
    count(a("runs.updated"), ({ updated }) => updated),
    count(a("runs.retired"), ({ retired }) => retired),
    count(a("runs.rejects"), ({ rejected }) => rejected),
    {
      title: a("jobs.error"),
      cell: ({ attributes }) => <span class="long-text">{attributes.failure ?? "–"}</span>,
      text: ({ attributes }) => attributes.failure ?? "",
      isMinor: true,
    },
  ];
}
