import { batch } from "@preact/signals";
import { keepSearchWith, takeSearchTexts } from "../lib/kept-texts.ts";
import { draftText } from "../turns/draft.ts";
import { context, query, searchedTexts, wishesChanged } from "./search-state.ts";

/** Keeps the texts that are not searched when the page is loaded anew. */
export function keepSearch(): void {
  keepSearchWith(() => {
    const [searched = { query: "", context: "" }] = searchedTexts.peek();
    const isChanged = query.peek() !== searched.query || context.peek() !== searched.context;
    const draft = draftText.peek();
    return {
      ...(isChanged ? { query: query.peek(), context: context.peek() } : {}),
      ...(draft === "" ? {} : { draft }),
    };
  });
}

/** Puts the texts from before the page was loaded anew into the fields, and searches by them as if they had just been written. */
export function giveBackSearch(): void {
  const { query: brief, context: scene, draft } = takeSearchTexts();
  batch(() => {
    if (draft !== undefined) draftText.value = draft;
    if (brief === undefined || scene === undefined) return;
    query.value = brief;
    context.value = scene;
    wishesChanged();
  });
}
