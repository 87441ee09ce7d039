import { useSignal } from "@preact/signals";
import type { CueSheetDocument } from "../../../../clients/typescript/operations.ts";
import { client, messageOf } from "../lib/client.ts";
import { notify } from "../lib/notices.ts";
import { CueTable } from "./cue-table.tsx";
import { cueText } from "./cue-texts.ts";
import { type ChosenList, type FrameRateName, RATES, saveSheet, SAVED_FORMATS } from "./save-sheet.ts";

type Sheet = CueSheetDocument["data"]["attributes"];

/** Takes an edit list, shows its cue sheet, and saves it as a file. Nothing is stored on the server. */
export function CueSheetPage() {
  const list = useSignal<ChosenList | null>(null);
  const sheet = useSignal<Sheet | null>(null);
  const isBusy = useSignal(false);
  const act = async (work: () => Promise<void>): Promise<void> => {
    isBusy.value = true;
    try {
      await work();
    } catch (error) {
      notify(messageOf(error), { isBad: true });
    } finally {
      isBusy.value = false;
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget instanceof HTMLFormElement ? event.currentTarget : undefined);
    const file = form.get("file");
    const usage = form.get("usage");
    if (!(file instanceof File)) return;
    const fps = RATES.find((rate) => rate === form.get("fps"));
    const chosen: ChosenList = {
      file,
      query: {
        ...(fps === undefined ? {} : { fps }),
        ...(typeof usage === "string" && usage.trim() !== "" ? { usage: usage.trim() } : {}),
      },
    };
    void act(async () => {
      sheet.value = null;
      const { body } = await client.makeCueSheet({ query: chosen.query, body: file });
      list.value = chosen;
      sheet.value = body.data.attributes;
    });
  };
  const made = sheet.value;
  const chosen = list.value;
  return (
    <div class="sheets">
      <h1>{cueText("title")}</h1>
      <p class="dim">{cueText("hint")}</p>
      <form class="sheet admin-form" onSubmit={submit}>
        <label>
          {cueText("file")}
          <input class="field" type="file" name="file" required accept=".edl,.fcpxml,.xml,.otio,.txt" />
        </label>
        <label>
          {cueText("fps")}
          <select class="field" name="fps">
            <option value="">{cueText("fps-list")}</option>
            {RATES.map((rate: FrameRateName) => (
              <option key={rate} value={rate}>
                {rate}
              </option>
            ))}
          </select>
        </label>
        <label>
          {cueText("usage")}
          <input class="field" name="usage" maxLength={40} placeholder="BI" />
        </label>
        <button type="submit" class="button" disabled={isBusy.value}>
          {cueText("make")}
        </button>
      </form>
      {isBusy.value && made === null ? <p class="dim">{cueText("working")}</p> : null}
      {made === null || chosen === null ? null : (
        <section class="sheet" aria-labelledby="cue-sheet">
          <h2 id="cue-sheet">{made.title === "" ? cueText("title") : made.title}</h2>
          <p>
            {cueText("summary", { cues: made.cues.length, others: made.unmatched.length, fps: made.frame_rate.fps })}
            {made.frame_rate.drop_frame ? `, ${cueText("drop-frame")}` : null}
          </p>
          <p class="button-row">
            {SAVED_FORMATS.map((format) => (
              <button
                key={format}
                type="button"
                class="button quiet"
                disabled={isBusy.value}
                onClick={() => void act(() => saveSheet(chosen, format))}
              >
                {cueText("save", { format: format.toUpperCase() })}
              </button>
            ))}
          </p>
          <CueTable sheet={made} />
        </section>
      )}
    </div>
  );
}
