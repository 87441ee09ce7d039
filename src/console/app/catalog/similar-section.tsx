import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { LikenessSliders } from "../controls/likeness-sliders.tsx";
import { LIKENESS_FACETS, type SliderWeights, PLAIN_WEIGHTS } from "../lib/likeness-weights.ts";
import { client, messageOf } from "../lib/client.ts";
import { pathTo } from "../lib/router.ts";
import { t } from "../lib/texts.ts";
import { reasonsText } from "../results/page-wording.ts";
import { type SimilarRow, similarRowsOf } from "../results/similar-rows.ts";
import { PlayButton } from "./play-button.tsx";

const SIMILAR_COUNT = 12;

/** Reads the songs that are most similar to a song. */
export async function readSimilar(
  id: string,
  weights: SliderWeights | null,
  signal?: AbortSignal,
): Promise<readonly SimilarRow[]> {
  const { feel, harmony, rhythm, instruments } = weights ?? PLAIN_WEIGHTS;
  const { body } = await client.listSimilarSongs({
    path: { id },
    query: {
      "page[size]": SIMILAR_COUNT,
      ...(weights === null
        ? {}
        : {
            "weight[feel]": feel,
            "weight[harmony]": harmony,
            "weight[rhythm]": rhythm,
            "weight[instruments]": instruments,
          }),
    },
    ...(signal === undefined ? {} : { signal }),
  });
  return similarRowsOf(body);
}

/** The similar songs of a song's page, with a slider for each facet of the sound. `first` are those without weights. */
export function SimilarSection({ id, first }: { readonly id: string; readonly first: readonly SimilarRow[] }) {
  const rows = useSignal(first);
  const weights = useSignal(PLAIN_WEIGHTS);
  const failure = useSignal<string | null>(null);
  const asked = useRef(0);
  // The sound of this song is known if it could be compared with any other.
  const isHeard = first.some(({ sound }) => sound !== null);

  const weigh = async (next: SliderWeights): Promise<void> => {
    weights.value = next;
    const turn = ++asked.current;
    try {
      const found = await readSimilar(id, next);
      if (turn !== asked.current) return;
      rows.value = found;
      failure.value = null;
    } catch (error) {
      if (turn === asked.current) failure.value = messageOf(error);
    }
  };

  return (
    <section class="sheet" aria-labelledby="similar-songs">
      <h2 id="similar-songs">{t("song.similar")}</h2>
      {isHeard ? <LikenessSliders weights={weights.value} onWeigh={(next) => void weigh(next)} /> : null}
      <div aria-live="polite">
        {failure.value === null ? null : <p class="bad">{failure.value}</p>}
        {rows.value.length === 0 ? <p class="dim">{t("similar.none")}</p> : null}
        <ul class="plain-list similar-songs">
          {rows.value.map((one, index) => (
            <li key={one.id} data-song={one.id}>
              <PlayButton rows={rows.value} row={one} index={index} />
              <div>
                <a href={pathTo("song", { id: one.id })}>
                  <bdi>{one.title}</bdi>
                </a>
                <span class="dim">
                  <bdi>{one.artists.join(", ")}</bdi>
                </span>
                <span>{reasonsText(one)}</span>
                {one.sound === null ? null : <span class="dim">{soundText(one.sound)}</span>}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** "feel 41 %, harmony 18 %": below 0 the two are strangers, which is 0. */
function soundText(sound: SliderWeights): string {
  return LIKENESS_FACETS.map(
    (facet) => `${t(`song.facet-${facet}`)} ${Math.max(0, Math.round(100 * sound[facet]))} %`,
  ).join(", ");
}
