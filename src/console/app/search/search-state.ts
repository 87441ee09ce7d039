import { batch, computed, signal } from "@preact/signals";
import type { SearchResult } from "../../../../clients/typescript/operations.ts";
import { messageOf } from "../lib/client.ts";
import { pathTo, replacePath } from "../lib/router.ts";
import { rowsOf } from "../results/result-rows.ts";
import { LatestSearch } from "./latest-search.ts";
import type { SearchedTexts } from "./origins.ts";
import { readSearch, runSearch } from "./run-search.ts";
import { FIRST_STEP, type NamedChange, type Step, stepOf, wishesOf, withChange, withoutChange } from "./steps.ts";
import { droppedFiles, uploadFiles } from "./uploads.ts";

/** What the person sees of the search. `waitingFor` are assets whose analysis the search waits for. */
export type SearchPhase =
  | { readonly kind: "idle" }
  | { readonly kind: "searching"; readonly waitingFor: readonly string[] }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "answered" };

export const query = signal("");
export const context = signal("");
export const phase = signal<SearchPhase>({ kind: "idle" });
/** The latest answer. It stays while the next one is searched. */
export const result = signal<SearchResult | null>(null);
/** The ranked songs of the latest answer. */
export const rows = computed(() => (result.value === null ? [] : rowsOf(result.value)));

/** Assets of an answer that was opened by its address; their files are not in this browser. */
const earlierAssets = signal<readonly string[]>([]);
export const earlierAssetCount = computed(() => earlierAssets.value.length);

/** The turns of this search. The first one has the texts and assets of the fields; see `filled`. */
const steps = signal<readonly Step[]>([FIRST_STEP]);
export const lastStep = computed(() => steps.value.at(-1) ?? FIRST_STEP);
/** The texts of the shown answer, by step. */
export const searchedTexts = signal<readonly SearchedTexts[]>([]);

const search = new LatestSearch<SearchResult>({
  run: (searched, abort) =>
    runSearch(searched, (waitingFor) => (phase.value = { kind: "searching", waitingFor }), abort),
  onStart: () => {
    phase.value = { kind: "searching", waitingFor: [] };
  },
  onAnswer: show,
  onFailure: (error) => {
    phase.value = { kind: "failed", message: messageOf(error) };
  },
  onEmpty: () =>
    batch(() => {
      phase.value = { kind: "idle" };
      result.value = null;
      steps.value = [FIRST_STEP];
    }),
  after: (delayMs, effect) => {
    const timer = setTimeout(effect, delayMs);
    return () => clearTimeout(timer);
  },
});

/** Searches when the person pauses. Call it after every change of the fields. */
export function wishesChanged(): void {
  search.changed(wishes());
}

/** Searches at once. */
export function searchNow(): void {
  search.now(wishes());
}

/** Changes what was understood, and searches again. */
export function changeWish(change: NamedChange): void {
  changeLastStep((step) => withChange(step, change));
}

/** Takes back the changes of a wish, and searches again. */
export function resetWish(id: string): void {
  changeLastStep((step) => withoutChange(step, id));
}

/** Uploads files and adds them to the search. */
export function addFiles(files: Iterable<File>): void {
  uploadFiles(files, searchNow);
}

/** Forgets the assets of an answer that was opened by its address. */
export function forgetEarlierAssets(): void {
  earlierAssets.value = [];
  wishesChanged();
}

/** Shows the answer of a search by its id, unless it is shown already. */
export async function openSearch(id: string): Promise<void> {
  if (result.value?.data.id === id) return;
  phase.value = { kind: "searching", waitingFor: [] };
  try {
    const opened = await readSearch(id, new AbortController().signal);
    const step = stepOf(opened.data.attributes, new Map());
    batch(() => {
      query.value = step.query;
      context.value = step.context;
      earlierAssets.value = step.assetIds;
      steps.value = [step];
      search.accept(wishes());
      show(opened);
    });
  } catch (error) {
    phase.value = { kind: "failed", message: messageOf(error) };
  }
}

function changeLastStep(change: (step: Step) => Step): void {
  steps.value = [...steps.value.slice(0, -1), change(lastStep.value)];
  searchNow();
}

function wishes() {
  return wishesOf(filled(steps.value).at(-1) ?? FIRST_STEP);
}

/** Returns the steps, with the texts and assets of the fields in the first one. */
function filled([first = FIRST_STEP, ...later]: readonly Step[]): readonly Step[] {
  const uploaded = droppedFiles.value.flatMap(({ assetId }) => assetId ?? []);
  const assetIds = [...earlierAssets.value, ...uploaded];
  return [{ ...first, query: query.value, context: context.value, assetIds }, ...later];
}

function show(answer: SearchResult): void {
  const { attributes, id } = answer.data;
  batch(() => {
    result.value = answer;
    searchedTexts.value = [{ query: attributes.query ?? "", context: attributes.context ?? "" }];
    phase.value =
      attributes.status === "failed" ? { kind: "failed", message: attributes.error.detail } : { kind: "answered" };
  });
  replacePath(pathTo("search", { id }));
}
