import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AdminJobDocument, AdminLaneList } from "../../../../../clients/typescript/operations.ts";
import { Select } from "../../controls/select.tsx";
import { client } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { numberText, spanText } from "../lib/format.ts";
import { filterBy, pageOf } from "../lib/list-query.ts";
import { usePaged } from "../lib/paged.ts";
import { useAct } from "../parts/act.ts";
import type { Act } from "../parts/new-act.ts";
import { ConfirmButton } from "../parts/confirm-button.tsx";
import { KeyAndDateFields, keyAndDatesQuery, useKeyAndDates } from "../parts/key-and-dates.tsx";
import { type Column, ListTable, Table } from "../parts/list-table.tsx";
import { StateWord } from "../parts/state-word.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { Time } from "../parts/time.tsx";

type AdminJob = AdminJobDocument["data"];
type AdminLane = AdminLaneList["data"][number];

const STATES = ["ready", "running", "done", "failed", "cancelled"] as const;
const LANES_EVERY_MS = 5_000;

/** The lanes of the job queue, and their jobs. */
export function JobsPage() {
  const shared = useKeyAndDates();
  const state = useSignal<(typeof STATES)[number]>("ready");
  const lane = useSignal("");
  const lanes = useSignal<readonly AdminLane[]>([]);
  const reading = useAct();
  const acting = useAct();
  const readLanes = async (): Promise<void> => {
    lanes.value = (await client.adminListLanes()).body.data;
  };
  useEffect(() => {
    reading.run(readLanes);
    const timer = setInterval(() => reading.run(readLanes), LANES_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const list = usePaged<AdminJob>(
    async (cursor, size) => {
      const query = {
        ...pageOf(cursor, size),
        ...keyAndDatesQuery(shared),
        ...filterBy("state", state.value),
        ...filterBy("lane", lane.value),
      };
      return (await client.adminListJobs({ query })).body;
    },
    JSON.stringify([state.value, lane.value, keyAndDatesQuery(shared)]),
  );
  const change = (work: (id: string) => Promise<unknown>) => (id: string) =>
    acting.run(async () => {
      await work(id);
      list.reload();
      await readLanes();
    });
  const actions = {
    acting,
    retry: change((id) => client.adminRetryJob({ path: { id } })),
    cancel: change((id) => client.adminCancelJob({ path: { id } })),
  };
  return (
    <>
      <h1>{a("jobs.title")}</h1>
      <section class="sheet" aria-labelledby="lanes">
        <h2 id="lanes">{a("jobs.lanes")}</h2>
        <Trouble text={reading.trouble} />
        {lanes.value.length === 0 ? (
          <p class="dim">{a("jobs.lanes.none")}</p>
        ) : (
          <Table title={a("jobs.lanes")} entries={lanes.value} keyOf={({ id }) => id} columns={laneColumns()} />
        )}
      </section>
      <section class="sheet" aria-labelledby="jobs">
        <h2 id="jobs">{a("jobs.jobs")}</h2>
        <Trouble text={acting.trouble} />
        <ListTable
          name="jobs"
          title={a("jobs.jobs")}
          list={list}
          keyOf={({ id }) => id}
          columns={jobColumns(actions)}
          whenEmpty={a("jobs.none")}
          filters={
            <KeyAndDateFields chosen={shared}>
              <Select
                label={a("jobs.state")}
                value={state.value}
                options={STATES.map((one) => [one, a(`jobs.state.${one}`)] as const)}
                onChoose={(chosen) => (state.value = chosen)}
              />
              <Select
                label={a("jobs.lane")}
                value={lane.value}
                options={[["", a("jobs.lane.all")], ...lanes.value.map(({ id }) => [id, id] as const)]}
                onChoose={(chosen) => (lane.value = chosen)}
              />
            </KeyAndDateFields>
          }
        />
      </section>
    </>
  );
}

function laneColumns(): readonly Column<AdminLane>[] {
  const count = (title: string, of: (lane: AdminLane) => number): Column<AdminLane> => ({
    title,
    cell: (lane) => numberText(of(lane)),
    isNumber: true,
  });
  return [
    { title: a("jobs.lane"), cell: ({ id }) => id },
    count(a("jobs.running"), ({ attributes }) => attributes.running),
    count(a("jobs.waiting"), ({ attributes }) => attributes.waiting),
    count(a("jobs.scheduled"), ({ attributes }) => attributes.scheduled),
    count(a("jobs.failed"), ({ attributes }) => attributes.failed),
    {
      title: a("jobs.age"),
      cell: ({ attributes: { oldest_wait_ms: ms } }) => (ms === 0 ? "–" : spanText(ms)),
      isNumber: true,
    },
  ];
}

interface JobActions {
  readonly acting: Act;
  readonly retry: (id: string) => void;
  readonly cancel: (id: string) => void;
}

function jobColumns({ acting, retry, cancel }: JobActions): readonly Column<AdminJob>[] {
  return [
    { title: a("jobs.id"), cell: ({ id }) => id, text: ({ id }) => id, isNumber: true },
    {
      title: a("jobs.kind"),
      cell: ({ attributes }) => <code>{attributes.kind}</code>,
      text: ({ attributes }) => attributes.kind,
    },
    {
      title: a("jobs.lane"),
      cell: ({ attributes }) => attributes.lane,
      text: ({ attributes }) => attributes.lane,
      isMinor: true,
    },
    {
      title: a("jobs.state"),
      cell: ({ attributes: { state } }) => (
        <StateWord
          tone={state === "failed" ? "bad" : state === "running" || state === "done" ? "good" : "dim"}
          text={a(`jobs.state.${state}`)}
        />
      ),
      text: ({ attributes }) => attributes.state,
    },
    {
      title: a("jobs.due"),
      cell: ({ attributes }) => <Time at={attributes.finished_at ?? attributes.run_at} />,
      isTime: true,
      text: ({ attributes }) => attributes.finished_at ?? attributes.run_at,
    },
    {
      title: a("jobs.attempts"),
      cell: ({ attributes }) => numberText(attributes.attempts),
      text: ({ attributes }) => String(attributes.attempts),
      isNumber: true,
      isMinor: true,
    },
    {
      title: a("jobs.error"),
      cell: ({ attributes }) => <span class="cut">{attributes.error ?? "–"}</span>,
      text: ({ attributes }) => attributes.error ?? "",
      isMinor: true,
    },
    {
      title: a("jobs.actions"),
      cell: ({ id, attributes: { state } }) => (
        <span class="button-row">
          {state === "running" || state === "done" ? null : (
            <button type="button" class="button quiet small" disabled={acting.isBusy.value} onClick={() => retry(id)}>
              {a("jobs.retry")}
            </button>
          )}
          {state === "ready" || state === "running" ? (
            <ConfirmButton
              label={a("jobs.cancel")}
              question={a("jobs.cancel.question")}
              isBusy={acting.isBusy.value}
              onConfirm={() => cancel(id)}
            />
          ) : null}
        </span>
      ),
    },
  ];
}
