import { useSignal } from "@preact/signals";
import type { WatermarkSearchDocument } from "../../../../../clients/typescript/operations.ts";
import { client } from "../../lib/client.ts";
import { fetchWithProgress } from "../../lib/fetch-with-progress.ts";
import { a } from "../lib/admin-texts.ts";
import { numberText } from "../lib/format.ts";
import { useAct } from "../parts/act.ts";
import { DropSheet } from "../parts/drop-sheet.tsx";
import { Facts } from "../parts/facts.tsx";
import { FileButton } from "../parts/file-button.tsx";
import { FileProgress, type FileSent } from "../parts/file-progress.tsx";
import { StateWord } from "../parts/state-word.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { Time } from "../parts/time.tsx";

type Search = WatermarkSearchDocument["data"]["attributes"];
type FoundTrace = Search["found"][number];

/** Takes a recording, and shows whose file it was copied from. */
export function WatermarkPage() {
  const search = useSignal<Search | null>(null);
  const sending = useSignal<FileSent | null>(null);
  const act = useAct();
  const identify = (file: File): void =>
    act.run(async () => {
      search.value = null;
      sending.value = { name: file.name, share: 0 };
      try {
        const { body } = await client.adminIdentifyWatermark({
          body: file,
          fetch: fetchWithProgress((share) => (sending.value = { name: file.name, share })),
        });
        search.value = body.data.attributes;
      } finally {
        sending.value = null;
      }
    });
  return (
    <>
      <h1>{a("watermark.title")}</h1>
      <p class="dim">{a("watermark.text")}</p>
      <DropSheet labelledBy="recording" onFile={identify}>
        <h2 id="recording">{a("watermark.file")}</h2>
        <p class="dim">{a("watermark.drop")}</p>
        <FileButton
          label={a("watermark.choose")}
          accept="audio/*,video/mp4,video/quicktime"
          isBusy={act.isBusy.value}
          onFile={identify}
        />
        <FileProgress sent={sending} text={(name) => a("watermark.searching", { name })} />
        <Trouble text={act.trouble} />
      </DropSheet>
      {search.value === null ? null : <Result search={search.value} />}
    </>
  );
}

function Result({ search }: { readonly search: Search }) {
  const { found, best_score: best, threshold, recipients, seconds } = search;
  const searched =
    best === null || threshold === null
      ? null
      : a("watermark.searched", {
          seconds: numberText(seconds),
          recipients: numberText(recipients),
          best: numberText(best),
          threshold: numberText(threshold),
        });
  return (
    <section class="sheet" aria-labelledby="found" aria-live="polite">
      <h2 id="found">{a("watermark.found")}</h2>
      {found.length === 0 ? <p>{noneText(search)}</p> : null}
      {found.map((trace) => (
        <Facts key={trace.number} facts={factsOf(trace)} />
      ))}
      {searched === null ? null : <p class="dim">{searched}</p>}
    </section>
  );
}

function noneText({ recipients, threshold }: Search): string {
  if (recipients === 0) return a("watermark.nobody");
  return threshold === null ? a("watermark.silent") : a("watermark.none");
}

function factsOf(trace: FoundTrace) {
  const { shortlist } = trace;
  const key = trace.key_name ?? trace.key_id;
  const source =
    shortlist === null ? a("watermark.from-key", { name: key }) : a("watermark.from-share", { name: shortlist });
  return [
    [a("watermark.recipient"), <strong>{trace.recipient}</strong>],
    [a("watermark.source"), source],
    ...(shortlist === null ? [] : [[a("watermark.shared-by"), key] as const]),
    [a("watermark.made"), <Time at={trace.created_at} />],
    [
      a("watermark.state"),
      <StateWord tone={trace.state === "active" ? "good" : "dim"} text={a(`watermark.state.${trace.state}`)} />,
    ],
    [a("watermark.score"), numberText(trace.score)],
    [a("watermark.place"), a("watermark.place-text", { from: numberText(trace.from), to: numberText(trace.to) })],
  ] as const;
}
