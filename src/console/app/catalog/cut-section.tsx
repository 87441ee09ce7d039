import { useSignal } from "@preact/signals";
import { ApiError } from "../../../../clients/typescript/client.ts";
import type { CutDocument } from "../../../../clients/typescript/operations.ts";
import { NumberField } from "../controls/number-field.tsx";
import { Select } from "../controls/select.tsx";
import { client, messageOf } from "../lib/client.ts";
import { ownUrl } from "../lib/own-url.ts";
import { t } from "../lib/texts.ts";
import { awaitedUrl } from "../player/awaited-url.ts";
import { CUT_SECONDS, cutLength } from "./cut-length.ts";
import { whenMade } from "../player/when-made.ts";

const ENDINGS = ["button", "fade", "natural"] as const;

type Cut = CutDocument["data"]["attributes"];

/** Fits a song to a length: the version that has it, or a cut of its bars, to be heard and downloaded. */
export function CutSection({ id }: { readonly id: string }) {
  const seconds = useSignal<number>(CUT_SECONDS.usual);
  const ending = useSignal<(typeof ENDINGS)[number]>("button");
  const cut = useSignal<Cut | null>(null);
  const note = useSignal<string | null>(null);

  const fit = async (): Promise<void> => {
    cut.value = null;
    note.value = t("status.loading");
    const query = { length: seconds.value, ending: ending.value };
    try {
      const answer = await whenMade(() => client.readSongCut({ path: { id }, query }), new AbortController().signal, {
        throwsOthers: true,
      });
      cut.value = answer?.data.attributes ?? null;
      note.value = answer === null ? t("cut.impossible") : null;
    } catch (error) {
      note.value = error instanceof ApiError && error.status === 422 ? t("cut.impossible") : messageOf(error);
    }
  };
  const endings = ENDINGS.map((one) => [one, t(`cut.ending.${one}`)] as const);
  return (
    <section class="sheet" aria-labelledby="song-cut">
      <h2 id="song-cut">{t("cut.title")}</h2>
      <p class="cut-form">
        <label>
          {t("cut.length")}{" "}
          <NumberField
            class="field cut-length"
            step={CUT_SECONDS.step}
            min={CUT_SECONDS.min}
            max={CUT_SECONDS.max}
            stored={String(seconds.value)}
            onNumber={(value) => (seconds.value = cutLength(value))}
          />
        </label>
        <Select
          label={t("cut.ending")}
          value={ending.value}
          options={endings}
          onChoose={(one) => (ending.value = one)}
        />
        <button type="button" class="button" onClick={() => void fit()}>
          {t("cut.make")}
        </button>
      </p>
      <div aria-live="polite">
        {note.value === null ? null : <p class="dim">{note.value}</p>}
        {cut.value === null ? null : <MadeCut cut={cut.value} />}
      </div>
    </section>
  );
}

function MadeCut({ cut }: { readonly cut: Cut }) {
  const mp3 = awaitedUrl(ownUrl(cut.mp3));
  return (
    <>
      <p>
        {cut.source === "version" ? t("cut.version") : t("cut.joined", { joins: String(cut.joins.length) })}
        {cut.difference === "none" ? null : ` (${cut.difference})`}
      </p>
      <audio class="cut-sound" controls preload="none" src={mp3} />
      <p class="song-downloads">
        <a href={mp3} download>
          MP3
        </a>
        {cut.wav === null ? null : (
          <a href={awaitedUrl(ownUrl(cut.wav))} download>
            WAV
          </a>
        )}
      </p>
    </>
  );
}
