import { useSignal } from "@preact/signals";
import type { RemovedSongList } from "../../../../../clients/typescript/operations.ts";
import { client } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { pageOf } from "../lib/list-query.ts";
import { usePaged } from "../lib/paged.ts";
import { useAct } from "../parts/act.ts";
import { ConfirmButton } from "../parts/confirm-button.tsx";
import { ListTable } from "../parts/list-table.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { Time } from "../parts/time.tsx";
import { endedRuns, startRun } from "./run-types.ts";
import { RunView } from "./run-view.tsx";

type RemovedSong = RemovedSongList["data"][number];

/** Takes one song down, and lists the songs that were taken down. */
export function Takedown() {
  const id = useSignal("");
  const run = useSignal<string | null>(null);
  const act = useAct();
  const list = usePaged<RemovedSong>(async (cursor, size) => {
    const query = pageOf(cursor, size);
    return (await client.adminListRemovedSongs({ query })).body;
  }, String(endedRuns.value));
  return (
    <section class="sheet" aria-labelledby="takedown">
      <h2 id="takedown">{a("takedown.title")}</h2>
      <p class="dim">{a("takedown.text")}</p>
      <div class="admin-form">
        <label>
          {a("takedown.id")}
          <input
            class="field"
            name="song"
            value={id.value}
            onInput={(event) => (id.value = event.currentTarget.value)}
          />
        </label>
        <div>
          <ConfirmButton
            label={a("takedown.submit")}
            question={a("takedown.question")}
            isBusy={act.isBusy.value || id.value.trim() === ""}
            onConfirm={() =>
              act.run(async () => {
                run.value = (await startRun({ kind: "removal", song_ids: [id.value.trim()] })).id;
              })
            }
          />
        </div>
      </div>
      <Trouble text={act.trouble} />
      {run.value === null ? null : <RunView key={run.value} id={run.value} />}
      {(list.entries.value ?? []).length === 0 ? null : (
        <ListTable
          name="removed-songs"
          title={a("takedown.removed")}
          list={list}
          whenEmpty={a("takedown.none")}
          keyOf={(song) => song.id}
          columns={[
            { title: a("takedown.id"), cell: (song) => <code>{song.id}</code>, text: (song) => song.id },
            {
              title: a("takedown.at"),
              cell: ({ attributes }) => <Time at={attributes.removed_at} />,
              isTime: true,
              text: ({ attributes }) => attributes.removed_at,
            },
            {
              title: a("jobs.actions"),
              cell: (song) => (
                <button
                  type="button"
                  class="button quiet small"
                  disabled={act.isBusy.value}
                  onClick={() =>
                    act.run(async () => {
                      await client.adminRestoreSong({ path: { id: song.id } });
                      list.reload();
                    })
                  }
                >
                  {a("takedown.restore")}
                </button>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
