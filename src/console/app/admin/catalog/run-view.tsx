import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ApiError } from "../../../../../clients/typescript/client.ts";
import { client, messageOf } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { numberText } from "../lib/format.ts";
import { useAct } from "../parts/act.ts";
import { Facts } from "../parts/facts.tsx";
import { StateWord } from "../parts/state-word.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { Rejects } from "./rejects.tsx";
import { type CatalogRunShown, endedRuns, isOver, titleOf, toneOfRun } from "./run-types.ts";

const READ_EVERY_MS = 1_000;

interface RunViewProps {
  readonly id: string;
  readonly onEnd?: (run: CatalogRunShown) => void;
}

/** A run: its progress while it lasts, then what it did, or would do, and its report. */
export function RunView({ id, onEnd }: RunViewProps) {
  const run = useSignal<CatalogRunShown | null>(null);
  const trouble = useSignal<string | null>(null);
  const cancelling = useAct();
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (): Promise<void> => {
      try {
        const { data } = (await client.adminReadCatalogRun({ path: { id } })).body;
        if (isGone) return;
        const wasRunning = run.value !== null && !isOver(run.value);
        run.value = data;
        trouble.value = null;
        if (isOver(data)) {
          if (wasRunning || onEnd !== undefined) endedRuns.value += 1;
          onEnd?.(data);
          return;
        }
      } catch (error) {
        if (isGone) return;
        trouble.value = messageOf(error);
        // A refusal, for example without a session, stays one. Without an answer, the next one can come.
        if (error instanceof ApiError && error.status < 500) return;
      }
      if (!isGone) timer = setTimeout(() => void read(), READ_EVERY_MS);
    };
    void read();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [id]);
  const shown = run.value;
  if (shown === null) return <Trouble text={trouble} />;
  const { attributes } = shown;
  const { state, outcome, failure } = attributes;
  return (
    <div class="run" role="status">
      <p>
        <StateWord tone={toneOfRun(state)} text={a(`runs.state.${state}`)} /> <strong>{titleOf(shown)}</strong>
      </p>
      {state === "running" ? (
        <>
          <RunProgress run={shown} />
          <p>
            <button
              type="button"
              class="button quiet"
              disabled={cancelling.isBusy.value}
              onClick={() =>
                cancelling.run(async () => {
                  await client.adminCancelCatalogRun({ path: { id } });
                })
              }
            >
              {a("runs.cancel")}
            </button>
          </p>
        </>
      ) : null}
      <Trouble text={trouble} />
      <Trouble text={cancelling.trouble} />
      {failure === null ? null : <p class="trouble">{failure}</p>}
      {outcome === null ? null : <RunOutcome run={shown} />}
      {outcome === null || outcome.counts === null ? null : <Rejects id={id} />}
    </div>
  );
}

function RunProgress({ run }: { readonly run: CatalogRunShown }) {
  const { progress } = run.attributes;
  if (progress === null) return <progress class="progress" aria-label={a("runs.progress")} />;
  const { records, rejected, bytes_read: read, bytes_total: total, indexed, songs_total: songs } = progress;
  const isIndexing = indexed !== null && songs !== null;
  const share = isIndexing ? (songs === 0 ? 1 : indexed / songs) : total === 0 ? 1 : read / total;
  return (
    <>
      <progress class="progress" aria-label={a("runs.progress")} value={share} max={1} />
      <p>
        {isIndexing ? a("runs.indexing", { indexed, songs }) : a("runs.reading", { records })}
        {rejected === 0 ? null : ` · ${a("runs.rejected", { rejected })}`}
      </p>
    </>
  );
}

function RunOutcome({ run }: { readonly run: CatalogRunShown }) {
  const { outcome, dry_run: isPreview } = run.attributes;
  if (outcome === null) return null;
  const { counts, version, warnings, remarks } = outcome;
  return (
    <>
      {counts === null ? null : (
        <Facts
          facts={[
            [a(isPreview ? "runs.would-add" : "runs.added"), numberText(counts.added)],
            [a("runs.updated"), numberText(counts.updated)],
            [a("runs.unchanged"), numberText(counts.unchanged)],
            [a("runs.retired"), numberText(counts.retired)],
            [a("runs.rejects"), numberText(counts.rejected)],
            [a("runs.missing-media"), numberText(counts.missing_media)],
          ]}
        />
      )}
      {isPreview || version === null ? null : <p class="dim">{a("runs.version", { version })}</p>}
      {remarks.length + warnings.length === 0 ? null : (
        <ul class="remarks">
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
          {warnings.map(({ message, count, file, line }) => (
            <li key={message}>
              {message} ({count === 1 ? "" : `${numberText(count)} × `}
              {line === 0 ? file : `${file}:${line}`})
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
