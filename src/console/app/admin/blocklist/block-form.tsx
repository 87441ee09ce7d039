import { useSignal } from "@preact/signals";
import type { BlockedDocument } from "../../../../../clients/typescript/operations.ts";
import { client } from "../../lib/client.ts";
import { fetchWithProgress } from "../../lib/fetch-with-progress.ts";
import { a } from "../lib/admin-texts.ts";
import { numberText } from "../lib/format.ts";
import { useAct } from "../parts/act.ts";
import { DropSheet } from "../parts/drop-sheet.tsx";
import { FileButton } from "../parts/file-button.tsx";
import { FileProgress, type FileSent } from "../parts/file-progress.tsx";
import { Trouble } from "../parts/trouble.tsx";

/** Characters of a reason, as in the API. */
const REASON_MAX = 200;

/** Blocks a digest, or a picture or film, which the server measures. The file can also be dropped. */
export function BlockForm({ onBlocked }: { readonly onBlocked: () => void }) {
  const reason = useSignal("");
  const added = useSignal<number | null>(null);
  const sending = useSignal<FileSent | null>(null);
  const act = useAct();
  const done = ({ data }: BlockedDocument): void => {
    added.value = data.attributes.added.length;
    reason.value = "";
    onBlocked();
  };
  const begin = (work: () => Promise<void>): void => {
    added.value = null;
    act.run(work);
  };
  const blockFile = (file: File): void =>
    begin(async () => {
      sending.value = { name: file.name, share: 0 };
      try {
        const { body } = await client.adminBlockFile({
          // Without a reason, the name says what was blocked.
          query: { reason: reason.value.trim() || file.name.slice(0, REASON_MAX) },
          body: { file },
          fetch: fetchWithProgress((share) => (sending.value = { name: file.name, share })),
        });
        done(body);
      } finally {
        sending.value = null;
      }
    });
  return (
    <DropSheet labelledBy="block" onFile={blockFile}>
      <h2 id="block">{a("blocklist.add")}</h2>
      <form
        class="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const digest = new FormData(form).get("digest");
          begin(async () => {
            const attributes = { digest: typeof digest === "string" ? digest.trim() : "", reason: reason.value.trim() };
            done((await client.adminBlockDigest({ body: { data: { type: "blocked_digests", attributes } } })).body);
            form.reset();
          });
        }}
      >
        <label>
          {a("blocklist.add.reason")}
          <input
            class="field"
            name="reason"
            maxLength={REASON_MAX}
            value={reason.value}
            onInput={(event) => (reason.value = event.currentTarget.value)}
          />
        </label>
        <label>
          {a("blocklist.add.hash")}
          <input class="field" name="digest" required spellcheck={false} autocomplete="off" />
        </label>
        <div class="button-row">
          <button type="submit" class="button" disabled={act.isBusy.value}>
            {a("blocklist.add.submit")}
          </button>
          <FileButton
            label={a("blocklist.add.file")}
            accept="image/jpeg,image/png,image/webp,video/mp4,video/quicktime,video/webm"
            isBusy={act.isBusy.value}
            onFile={blockFile}
          />
        </div>
        <p class="dim">{a("blocklist.add.text")}</p>
      </form>
      <FileProgress sent={sending} text={(name) => a("blocklist.measuring", { name })} />
      <p role="status" class="good">
        {added.value === null ? "" : a("blocklist.added", { count: numberText(added.value) })}
      </p>
      <Trouble text={act.trouble} />
    </DropSheet>
  );
}
