import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { client, messageOf } from "../../lib/client.ts";
import { fetchWithProgress } from "../../lib/fetch-with-progress.ts";
import { a } from "../lib/admin-texts.ts";
import { useAct } from "../parts/act.ts";
import { DropSheet } from "../parts/drop-sheet.tsx";
import { FileButton } from "../parts/file-button.tsx";
import { FileProgress, type FileSent } from "../parts/file-progress.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { type CatalogRunShown, readRunning, type RunWanted, startRun } from "./run-types.ts";
import { RunView } from "./run-view.tsx";

/** Imports a file or folder of the server, an uploaded dump, or the demonstration, each with a preview first. */
export function ImportForm() {
  const act = useAct();
  const run = useSignal<CatalogRunShown | null>(null);
  /** What the preview was of, for the import after it. */
  const previewed = useSignal<RunWanted | null>(null);
  const uploading = useSignal<FileSent | null>(null);
  // A run goes on when its page is left, and is followed again when the page is opened again.
  useEffect(() => {
    readRunning().then(
      (running) => (run.value ??= running),
      (error: unknown) => (act.trouble.value = messageOf(error)),
    );
  }, []);

  const preview = (wanted: RunWanted): void =>
    act.run(async () => {
      previewed.value = wanted;
      run.value = await startRun({ ...wanted, dry_run: true });
    });
  const importNow = (wanted: RunWanted): void =>
    act.run(async () => {
      previewed.value = null;
      run.value = await startRun({ ...wanted, dry_run: false });
    });
  const upload = (file: File, choices: ImportChoices): void =>
    act.run(async () => {
      uploading.value = { name: file.name, share: 0 };
      try {
        const { body } = await client.adminUploadDump({
          query: { name: file.name },
          body: file,
          fetch: fetchWithProgress((share) => (uploading.value = { name: file.name, share })),
        });
        const wanted = { kind: "upload", upload_id: body.data.id, ...choices } as const;
        previewed.value = wanted;
        run.value = await startRun({ ...wanted, dry_run: true });
      } finally {
        uploading.value = null;
      }
    });
  const choicesIn = (form: HTMLFormElement | null): ImportChoices => {
    const given = new FormData(form ?? undefined);
    return { replace: given.has("replace"), retire_many: given.has("retire_many") };
  };
  const isBusy = act.isBusy.value;
  const current = run.value;
  const wanted = previewed.value;
  return (
    <DropSheet labelledBy="import" onFile={(file, form) => upload(file, choicesIn(form))}>
      <h2 id="import">{a("import.title")}</h2>
      <form
        class="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const path = new FormData(form).get("path");
          const paths = [typeof path === "string" ? path.trim() : ""];
          preview({ kind: "paths", paths, ...choicesIn(form) });
        }}
      >
        <label>
          {a("import.path")}
          <input class="field" name="path" required pattern="/.*" placeholder="/music/catalog.jsonl" />
        </label>
        <label class="check">
          <input type="checkbox" name="replace" /> {a("import.replace")}
        </label>
        <label class="check">
          <input type="checkbox" name="retire_many" /> {a("import.retire-many")}
        </label>
        <div class="button-row">
          <button type="submit" class="button" disabled={isBusy}>
            {a("import.preview")}
          </button>
          <FileButton
            label={a("import.choose")}
            isBusy={isBusy}
            onFile={(file, form) => upload(file, choicesIn(form))}
          />
          <button
            type="button"
            class="button quiet"
            disabled={isBusy}
            onClick={() => preview({ kind: "demonstration" })}
          >
            {a("import.demonstration")}
          </button>
        </div>
        <p class="dim">{a("import.drop")}</p>
      </form>
      <FileProgress sent={uploading} text={(name) => a("import.uploading", { name })} />
      <Trouble text={act.trouble} />
      {current === null ? null : (
        <RunView
          key={current.id}
          id={current.id}
          onEnd={(ended) => {
            run.value = ended;
          }}
        />
      )}
      {current?.attributes.state === "done" && current.attributes.dry_run && wanted !== null ? (
        <p>
          <button type="button" class="button" disabled={isBusy} onClick={() => importNow(wanted)}>
            {a("import.now")}
          </button>
        </p>
      ) : null}
    </DropSheet>
  );
}

type ImportChoices = Pick<RunWanted, "replace" | "retire_many">;
