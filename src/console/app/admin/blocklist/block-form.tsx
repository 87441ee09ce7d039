import { useSignal } from "@preact/signals";
import type { BlockedDocument } from "../../../../../clients/typescript/operations.ts";
import { client } from "../../lib/client.ts";
import { fetchWithProgress } from "../../lib/fetch-with-progress.ts";
import { a } from "../lib/admin-texts.ts";
import { numberText } from "../lib/format.ts";
import { useAct } from "../parts/act.ts";
import { Trouble } from "../parts/trouble.tsx";

/** Characters of a reason, as in the API. */
const REASON_MAX = 200;

/** Blocks a digest, or a picture or film, which the server measures. The file can also be dropped. */
export function BlockForm({ onBlocked }: { readonly onBlocked: () => void }) {
  const reason = useSignal("");
  const added = useSignal<number | null>(null);
  const sending = useSignal<{ readonly name: string; readonly share: number } | null>(null);
  const isOver = useSignal(false);
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
    <section
      class={isOver.value ? "sheet drop-target" : "sheet"}
      aria-labelledby="block"
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        const file = event.dataTransfer?.files[0];
        if (file !== undefined) blockFile(file);
      }}
    >
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
          <label class="button quiet file-button">
            {a("blocklist.add.file")}
            <input
              type="file"
              class="hidden-text"
              accept="image/jpeg,image/png,image/webp,video/mp4,video/quicktime,video/webm"
              disabled={act.isBusy.value}
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                if (file !== undefined) blockFile(file);
                event.currentTarget.value = "";
              }}
            />
          </label>
        </div>
        <p class="dim">{a("blocklist.add.text")}</p>
      </form>
      {sending.value === null ? null : (
        <p role="status">
          {a("blocklist.measuring", { name: sending.value.name })}
          <progress class="progress" aria-label={sending.value.name} value={sending.value.share} max={1} />
        </p>
      )}
      <p role="status" class="good">
        {added.value === null ? "" : a("blocklist.added", { count: numberText(added.value) })}
      </p>
      <Trouble text={act.trouble} />
    </section>
  );
}
