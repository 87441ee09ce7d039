import { client } from "../lib/client.ts";

export const RATES = [
  "23.976",
  "24",
  "25",
  "29.97",
  "29.97df",
  "30",
  "47.952",
  "48",
  "50",
  "59.94",
  "59.94df",
  "60",
] as const;
export type FrameRateName = (typeof RATES)[number];

export const SAVED_FORMATS = ["csv", "pdf", "xml"] as const;
export type SavedFormat = (typeof SAVED_FORMATS)[number];

/** The list that a cue sheet was made of. */
export interface ChosenList {
  readonly file: File;
  readonly query: { readonly fps?: FrameRateName; readonly usage?: string };
}

/** Sends the list once more and saves the answer, because the server stores nothing. */
export async function saveSheet({ file, query }: ChosenList, format: SavedFormat): Promise<void> {
  let saved: Blob | null = null;
  await client.makeCueSheet({
    query,
    body: file,
    fetch: async (url, init) => {
      const response = await fetch(url.replace("/v1/cue-sheets", `/v1/cue-sheets/export.${format}`), init);
      if (response.ok) saved = await response.clone().blob();
      return response;
    },
  });
  if (saved === null) return;
  const url = URL.createObjectURL(saved);
  const link = document.createElement("a");
  link.href = url;
  link.download = `${file.name.replace(/\.[a-z]{2,6}$/i, "")} cue sheet.${format}`;
  link.click();
  URL.revokeObjectURL(url);
}
