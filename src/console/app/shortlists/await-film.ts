import { effect } from "@preact/signals";
import { ApiError } from "../../../../clients/typescript/client.ts";
import type { Shortlist, ShortlistEntry } from "../../../../clients/typescript/operations.ts";
import { client, messageOf } from "../lib/client.ts";
import { notify } from "../lib/notices.ts";
import { t } from "../lib/texts.ts";
import { droppedFiles } from "../search/uploads.ts";

/** Gives an entry the film with this address when it is uploaded, unless it is refused or taken back before. `after` follows. */
export function placeWhenUploaded(list: Shortlist, entry: ShortlistEntry, url: string, after: () => void): void {
  let isEnded = false;
  const end = effect(() => {
    const file = droppedFiles.value.find(({ preview }) => preview === url);
    if (isEnded || (file !== undefined && file.assetId === null && file.complaint === null)) return;
    isEnded = true;
    // The effect cannot end itself while it runs for the first time.
    queueMicrotask(() => end());
    const assetId = file?.assetId ?? null;
    if (assetId !== null) void place(list, entry, assetId).then(after);
  });
}

async function place(list: Shortlist, { id, attributes }: ShortlistEntry, assetId: string): Promise<void> {
  try {
    await client.changeShortlistEntry({
      path: { id: list.id, entry: id },
      body: { data: { type: "shortlist_entries", attributes: { asset_id: assetId } } },
    });
    notify(t("added.filmed", { title: attributes.title, list: list.attributes.name }));
  } catch (error) {
    // The song was taken off the list again.
    if (!(error instanceof ApiError && error.status === 404)) notify(messageOf(error), { isBad: true });
  }
}
