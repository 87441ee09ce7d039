import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { NewShortlistShare, ShortlistShare } from "../../../../clients/typescript/operations.ts";
import { client, messageOf } from "../lib/client.ts";
import { copyText } from "../lib/copy-text.ts";
import { notify } from "../lib/notices.ts";
import { dateText, daysText, t } from "../lib/texts.ts";

const DAYS = [1, 7, 14, 30, 90] as const;
const DAYS_USUAL = 7;

/** Makes links with which people without an account hear the shortlist, and lists them. */
export function SharePanel({ id }: { readonly id: string }) {
  const shares = useSignal<readonly ShortlistShare[]>([]);
  const read = async (): Promise<void> => {
    const { body } = await client.listShortlistShares({ path: { id } });
    shares.value = body.data;
  };
  /** Returns whether the change was made. */
  const after = async (change: Promise<unknown>): Promise<boolean> => {
    try {
      await change;
    } catch (error) {
      notify(messageOf(error), { isBad: true });
      return false;
    }
    await read().catch((error: unknown) => notify(messageOf(error), { isBad: true }));
    return true;
  };
  useEffect(() => void after(Promise.resolve()), [id]);
  return (
    <details class="share-panel">
      <summary>{t("share.title")}</summary>
      <p class="dim">{t("share.hint")}</p>
      <NewShare
        onSend={async (attributes) =>
          await after(client.shareShortlist({ path: { id }, body: { data: { type: "shortlist_shares", attributes } } }))
        }
      />
      <ul class="plain-list shares">
        {shares.value.map((share) => (
          <li key={share.id} class="share">
            <Share
              share={share}
              onRevoke={() => void after(client.revokeShortlistShare({ path: { id, share: share.id } }))}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

interface NewShareProps {
  /** Resolves with whether the link was made. */
  readonly onSend: (attributes: NewShortlistShare["data"]["attributes"]) => Promise<boolean>;
}

function NewShare({ onSend }: NewShareProps) {
  const isBusy = useSignal(false);
  const recipient = useSignal("");
  const days = useSignal<number>(DAYS_USUAL);
  const withNotes = useSignal(false);
  const hasImprint = useSignal(true);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy.value) return;
    isBusy.value = true;
    const isMade = await onSend({
      recipient: recipient.value,
      days: days.value,
      with_notes: withNotes.value,
      imprint: hasImprint.value,
    });
    if (isMade) recipient.value = "";
    isBusy.value = false;
  };
  return (
    <form class="new-share" onSubmit={(event) => void submit(event)}>
      <label>
        {t("share.recipient")}
        <input
          class="field"
          name="recipient"
          required
          maxLength={100}
          value={recipient.value}
          onInput={(event) => (recipient.value = event.currentTarget.value)}
        />
      </label>
      <label>
        {t("share.days")}
        <select
          class="select"
          value={days.value}
          onChange={(event) => (days.value = Number(event.currentTarget.value))}
        >
          {DAYS.map((count) => (
            <option key={count} value={count}>
              {daysText(count)}
            </option>
          ))}
        </select>
      </label>
      <label class="share-notes">
        <input
          type="checkbox"
          checked={withNotes.value}
          onChange={(event) => (withNotes.value = event.currentTarget.checked)}
        />
        {t("share.notes")}
      </label>
      <label class="share-notes" title={t("share.imprint-hint")}>
        <input
          type="checkbox"
          checked={hasImprint.value}
          onChange={(event) => (hasImprint.value = event.currentTarget.checked)}
        />
        {t("share.imprint")}
      </label>
      <button type="submit" class="button" disabled={isBusy.value}>
        {t("share.create")}
      </button>
    </form>
  );
}

function Share({ share, onRevoke }: { readonly share: ShortlistShare; readonly onRevoke: () => void }) {
  const { recipient, state, url, opens, expires_at: expiresAt } = share.attributes;
  const link = useRef<HTMLInputElement>(null);
  const copy = async (address: string): Promise<void> => {
    if (await copyText(address)) return notify(t("share.copied"));
    link.current?.select();
    notify(t("share.not-copied"), { isBad: true });
  };
  return (
    <>
      <strong>{recipient}</strong>
      <span class={state === "active" ? "good" : "dim"}>
        {state === "active" ? t("share.until", { date: dateText(expiresAt) }) : t(`share.${state}`)}
      </span>
      <span class="dim">{t("share.opens", { count: opens })}</span>
      {url === null ? null : (
        <>
          <input
            ref={link}
            class="field share-url"
            readOnly
            value={url}
            aria-label={t("share.url", { name: recipient })}
            onFocus={(event) => event.currentTarget.select()}
          />
          <button type="button" class="button quiet small" onClick={() => void copy(url)}>
            {t("share.copy")}
          </button>
          <button
            type="button"
            class="button quiet small"
            aria-label={t("share.revoke-named", { name: recipient })}
            onClick={onRevoke}
          >
            {t("share.revoke")}
          </button>
        </>
      )}
    </>
  );
}
