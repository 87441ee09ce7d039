import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { LikenessSliders } from "../controls/likeness-sliders.tsx";
import { PLAIN_WEIGHTS } from "../lib/likeness-weights.ts";
import { t } from "../lib/texts.ts";
import { ResultList } from "../results/result-list.tsx";
import { Brief } from "./brief.tsx";
import { DroppedFiles } from "./dropped-files.tsx";
import { giveBackSearch } from "./kept-search.ts";
import { Progress } from "./progress.tsx";
import { addFiles, hasSound, openSearch, phase, result, soundWeights, weighSound } from "./search-state.ts";
import { StartHints } from "./start-hints.tsx";
import { Turns } from "../turns/turns.tsx";
import { Understood } from "./understood.tsx";

/** The search: what is wanted on the left, the songs on the right. `id` is the search of the address. */
export function SearchPage({ id }: { readonly id: string | null }) {
  const isDragging = useSignal(false);
  useEffect(() => {
    if (id === null) giveBackSearch();
    else void openSearch(id).then(giveBackSearch);
  }, [id]);
  useEffect(() => watchDrops((dragging) => (isDragging.value = dragging)), []);
  const brief = result.value?.data.attributes;
  return (
    <div class="search-page">
      <h1 class="hidden-text">{t("frame.search")}</h1>
      <div class="search-side">
        <Brief />
        <DroppedFiles />
        {hasSound.value ? <LikenessSliders weights={soundWeights.value ?? PLAIN_WEIGHTS} onWeigh={weighSound} /> : null}
        <Progress />
        {brief?.status === "completed" ? <Understood brief={brief.brief} /> : null}
      </div>
      <div class="search-songs">
        <Turns />
        {result.value === null && phase.value.kind === "idle" ? <StartHints /> : <ResultList />}
      </div>
      {isDragging.value ? (
        <div class="drop-here" aria-hidden="true">
          <p>{t("search.drop-here")}</p>
        </div>
      ) : null}
    </div>
  );
}

/** Accepts pictures and films that are dropped anywhere on the page. Returns the function that ends it. */
function watchDrops(onDrag: (isDragging: boolean) => void): () => void {
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;
  const over = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    onDrag(true);
  };
  const leave = (event: DragEvent): void => {
    // Entering a child also leaves its parent; only leaving the window has no related element.
    if (event.relatedTarget === null) onDrag(false);
  };
  const drop = (event: DragEvent): void => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    onDrag(false);
    addFiles(event.dataTransfer?.files ?? []);
  };
  document.addEventListener("dragover", over);
  document.addEventListener("dragleave", leave);
  document.addEventListener("drop", drop);
  return () => {
    document.removeEventListener("dragover", over);
    document.removeEventListener("dragleave", leave);
    document.removeEventListener("drop", drop);
  };
}
