import { batch, computed, signal } from "@preact/signals";
import { ApiError } from "../../../../clients/typescript/client.ts";
import type { SearchResult } from "../../../../clients/typescript/operations.ts";
import type { SliderWeights } from "../lib/likeness-weights.ts";
import { messageOf } from "../lib/client.ts";
import { pathTo, place, pushPath, replacePath } from "../lib/router.ts";
import { t } from "../lib/texts.ts";
import { rowsOf } from "../results/result-rows.ts";
import {
  earlierChanges,
  isHeardIn,
  textsOf,
  type Turn,
  TURNS_MAX,
  turnsOf,
  turnWithSound,
  withAnswers,
  withoutLatestChange,
} from "./conversation.ts";
import { type Conversation, LatestSearch } from "./latest-search.ts";
import type { Excerpt } from "./excerpt.ts";
import { readConversation } from "./read-conversation.ts";
import { runConversation, type TurnAnswer } from "./run-conversation.ts";
import { runSearch } from "./run-search.ts";
import { phaseOf, type SearchPhase } from "./search-phase.ts";
import { FIRST_STEP, type NamedChange, type Step, wishesOf, withChange } from "./steps.ts";
import { clearDraft } from "../turns/draft.ts";
import { type DroppedFile, droppedFiles, keepFiles, noteAnalysed, removeFile, uploadFiles } from "./uploads.ts";

const NEW: readonly Turn[] = [{ step: FIRST_STEP, answer: null }];

/** The turn whose answer the address of the page names. */
let turnOfAddress = 0;

export const query = signal("");
export const context = signal("");
export const phase = signal<SearchPhase>({ kind: "idle" });
/** The latest answer. It stays while the next one is searched. */
export const result = signal<SearchResult | null>(null);
/** The ranked songs of the latest answer. */
export const rows = computed(() => (result.value === null ? [] : rowsOf(result.value)));

/** Whether songs shall sound like the film of the search. */
export const usesTempTrack = signal(false);

/** The part of the sound that counts; null for all of it. */
export const excerpt = signal<Excerpt | null>(null);

/** How much the facets of the sound count; null until the person weighs them. */
export const soundWeights = signal<SliderWeights | null>(null);

/** Assets of an answer that was opened by its address; their files are not in this browser. */
const earlierAssets = signal<readonly string[]>([]);
export const earlierAssetCount = computed(() => earlierAssets.value.length);

/** The file whose sound an excerpt is of: the first audio file, or else the film if songs shall sound like it. */
export const soundFile = computed<DroppedFile | null>(() => {
  const files = droppedFiles.value.filter(({ complaint }) => complaint === null);
  const film = usesTempTrack.value ? files.find(({ isFilm }) => isFilm) : undefined;
  return files.find(({ isAudio }) => isAudio) ?? film ?? null;
});

/** Whether songs can be compared with a sound: that of a file, of an earlier answer's files, or of liked songs. */
export const hasSound = computed(() => {
  const brief = result.value?.data.attributes;
  const heard = brief?.status === "completed" ? (brief.brief.heard ?? []) : [];
  const isLiked = shownTurns.value.some(({ step }) => step.likes.length > 0);
  return soundFile.value !== null || (earlierAssetCount.value > 0 && heard.length > 0) || isLiked;
});

/** The turns of this search. The first one has the texts and assets of the fields; see `filled`. */
export const turns = signal<readonly Turn[]>(NEW);
/** The turn that is shown. Later ones are undone, and dropped by the next change. */
export const shownTurn = signal(0);
const shownTurns = computed(() => turns.value.slice(0, shownTurn.value + 1));
export const canRefine = computed(() => result.value?.data.attributes.status === "completed");
export const isFull = computed(() => shownTurns.value.length >= TURNS_MAX);
export const lastStep = computed(() => shownTurns.value.at(-1)?.step ?? FIRST_STEP);
export const formerChanges = computed(() => earlierChanges(shownTurns.value));
/** The texts of the shown answer, by turn. */
export const searchedTexts = computed(() => textsOf(shownTurns.value));

const search = new LatestSearch<readonly TurnAnswer[]>({
  run: (wanted, abort) => runConversation(wanted, answers(), runTurn, abort),
  onStart: () =>
    batch(() => {
      phase.value = { kind: "searching", waitingFor: [] };
      turns.value = shownTurns.value;
    }),
  onAnswer: (found) => {
    const last = found.at(-1);
    if (last === undefined) return;
    batch(() => {
      turns.value = withAnswers(turns.value, found);
      show(last.result);
    });
  },
  onFailure: (error) => {
    phase.value = { kind: "failed", message: messageOf(error) };
  },
  onEmpty: () =>
    batch(() => {
      phase.value = { kind: "idle" };
      result.value = null;
      turns.value = NEW;
      shownTurn.value = 0;
      turnOfAddress = 0;
      clearDraft();
    }),
  after: (delayMs, effect) => {
    const timer = setTimeout(effect, delayMs);
    return () => clearTimeout(timer);
  },
});

/** Searches when the person pauses. Call it after every change of the fields. */
export function wishesChanged(): void {
  search.changed(conversation());
}

/** Searches at once. */
export function searchNow(): void {
  search.now(conversation());
}

/** Changes what was understood, and searches again. */
export function changeWish(change: NamedChange): void {
  const last = shownTurn.value;
  changeTurns((all) =>
    all.map((turn, index) => (index === last ? { ...turn, step: withChange(turn.step, change) } : turn)),
  );
}

/** Takes back the changes of a wish, and searches again. */
export function resetWish(id: string): void {
  changeTurns((all) => withoutLatestChange(all, id));
}

/** Refines the shown answer by another turn. */
export function addTurn(step: Partial<Step>): void {
  batch(() => {
    turns.value = [...shownTurns.value, { step: { ...FIRST_STEP, ...step }, answer: null }];
    shownTurn.value = turns.value.length - 1;
    searchNow();
  });
}

/** Shows an earlier turn, or one that was undone. A turn that has no answer is searched again. */
export function goToTurn(index: number): void {
  batch(() => {
    shownTurn.value = index;
    const answer = turns.value[index]?.answer ?? null;
    if (answer === null) return searchNow();
    const [first, ...later] = shownTurns.value.flatMap((turn) => turn.answer?.wishes ?? []);
    // The fields can differ from what was answered.
    if (first !== undefined) search.accept([first, ...later]);
    show(answer.result);
  });
}

/** Forgets everything, for another search. */
export function startAnew(): void {
  batch(() => {
    query.value = "";
    context.value = "";
    usesTempTrack.value = false;
    excerpt.value = null;
    soundWeights.value = null;
    earlierAssets.value = keepFiles([]);
    searchNow();
    replacePath(pathTo("search"));
  });
}

/** Uploads files and adds them to the search. */
export function addFiles(files: Iterable<File>): void {
  uploadFiles(files, searchNow);
}

/** Whether songs shall sound like the film. */
export function chooseTempTrack(isUsed: boolean): void {
  usesTempTrack.value = isUsed;
  searchNow();
}

/** Chooses the part of the sound that counts. The search follows with `wishesChanged`. */
export function chooseExcerpt(part: Excerpt | null): void {
  excerpt.value = part;
}

/** Weighs the facets of the sound, and searches when the person pauses. */
export function weighSound(weights: SliderWeights): void {
  soundWeights.value = weights;
  wishesChanged();
}

/** Forgets a file of the search, and searches again. */
export function forgetFile(file: DroppedFile): void {
  if (soundFile.value?.number === file.number) excerpt.value = null;
  removeFile(file);
  searchNow();
}

/** Forgets the assets of an answer that was opened by its address. */
export function forgetEarlierAssets(): void {
  usesTempTrack.value = false;
  excerpt.value = null;
  soundWeights.value = null;
  earlierAssets.value = [];
  wishesChanged();
}

/** Shows the answer of a search by its id, with the turns before it, unless it is shown already. */
export async function openSearch(id: string): Promise<void> {
  if (result.value?.data.id === id && !search.isOpening) return;
  const known = turns.value.findIndex(({ answer }) => answer?.result.data.id === id);
  if (known >= 0) return goToTurn(known);
  phase.value = { kind: "searching", waitingFor: [] };
  try {
    const results = await search.open((abort) => readConversation(id, abort));
    if (results === null) return;
    const opened = turnsOf(results);
    const first = opened[0]?.step ?? FIRST_STEP;
    batch(() => {
      query.value = first.query;
      context.value = first.context;
      usesTempTrack.value = first.tempTrack;
      excerpt.value = first.excerpt;
      soundWeights.value = opened.findLast(({ step }) => step.weights !== null)?.step.weights ?? null;
      earlierAssets.value = keepFiles(first.assetIds);
      turns.value = opened;
      shownTurn.value = opened.length - 1;
      search.accept(conversation());
      const last = results.at(-1);
      if (last !== undefined) show(last);
    });
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 404;
    phase.value = { kind: "failed", message: isUnknown ? t("search.unknown") : messageOf(error) };
  }
}

function changeTurns(change: (shown: readonly Turn[]) => readonly Turn[]): void {
  batch(() => {
    turns.value = change(shownTurns.value);
    searchNow();
  });
}

async function runTurn(...[wishes, abort]: Parameters<Parameters<typeof runConversation>[2]>): Promise<SearchResult> {
  const onWaiting = (waitingFor: readonly string[]): void => {
    phase.value = { kind: "searching", waitingFor };
    noteAnalysed(wishes.assetIds.filter((id) => !waitingFor.includes(id)));
  };
  const answer = await runSearch(wishes, onWaiting, abort);
  noteAnalysed(wishes.assetIds);
  return answer;
}

function answers(): readonly (TurnAnswer | null)[] {
  return turns.value.map(({ answer }) => answer);
}

/** Returns what is searched: the shown turns, with the texts and assets of the fields in the first one. */
function conversation(): Conversation {
  const [first = FIRST_STEP, ...later] = shownTurns.value.map(({ step }) => step);
  const uploaded = droppedFiles.value.flatMap(({ assetId }) => assetId ?? []);
  const assetIds = [...earlierAssets.value, ...uploaded];
  const hasFilm = earlierAssets.value.length > 0 || droppedFiles.value.some(({ isFilm, assetId }) => isFilm && assetId);
  const tempTrack = usesTempTrack.value && hasFilm;
  const isEarlierHeard = isHeardIn(shownTurns.value[0], { assetIds: earlierAssets.value, tempTrack });
  const isHeard = isEarlierHeard || (soundFile.value?.assetId ?? null) !== null;
  const sound = { tempTrack, excerpt: isHeard ? excerpt.value : null };
  const filled = { ...first, query: query.value, context: context.value, assetIds, ...sound };
  const weighed = turnWithSound(shownTurns.value, isHeard);
  const [one = filled, ...others] = [filled, ...later].map((step, at) => ({
    ...step,
    weights: at === weighed ? soundWeights.value : null,
  }));
  return [wishesOf(one), ...others.map(wishesOf)];
}

/**
 * Another turn is another entry of the browser's history, so that its back button returns to the turn before. An answer that comes
 * while another page is open leaves the address of that page.
 */
function show(answer: SearchResult): void {
  const { attributes, id } = answer.data;
  const isOtherTurn = result.value !== null && turnOfAddress !== shownTurn.value;
  turnOfAddress = shownTurn.value;
  batch(() => {
    result.value = answer;
    phase.value = phaseOf(attributes);
  });
  if (place.peek().page !== "search") return;
  const path = pathTo("search", { id });
  if (isOtherTurn) pushPath(path);
  else replacePath(path);
}
