import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { t } from "../lib/texts.ts";
import { addFiles, context, query, searchNow, wishesChanged } from "./search-state.ts";

/** The service's limit for each text. */
const TEXT_LENGTH_MAX = 2_000;
/** The service refuses audio files of a user without the right. */
const FILE_TYPES =
  "image/jpeg,image/png,image/webp,video/mp4,video/quicktime,video/webm,audio/wav,audio/mpeg,audio/flac,audio/aac,audio/mp4,audio/ogg";

/** The two fields and the button for pictures, films and audio files. */
export function Brief() {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <form
      class="brief"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        searchNow();
      }}
    >
      <Field id="brief" label={t("search.brief")} hint={t("search.brief.hint")} value={query} rows={3} />
      <Field id="scene" label={t("search.scene")} hint={t("search.scene.hint")} value={context} rows={2} />
      <div class="brief-actions">
        <button type="submit" class="button">
          {t("search.submit")}
        </button>
        <button type="button" class="button quiet" onClick={() => picker.current?.click()}>
          {t("search.add-files")}
        </button>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label={t("search.add-files")}
          accept={FILE_TYPES}
          multiple
          onChange={(event) => {
            addFiles(event.currentTarget.files ?? []);
            event.currentTarget.value = "";
          }}
        />
      </div>
    </form>
  );
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly value: Signal<string>;
  readonly rows: number;
}

/** Enter searches; Shift+Enter begins a new line. */
function Field({ id, label, hint, value, rows }: FieldProps) {
  return (
    <label class="brief-field" for={id}>
      <span>{label}</span>
      <textarea
        id={id}
        class="field"
        rows={rows}
        maxLength={TEXT_LENGTH_MAX}
        placeholder={hint}
        value={value.value}
        onInput={(event) => {
          value.value = event.currentTarget.value;
          wishesChanged();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          searchNow();
        }}
      />
    </label>
  );
}
