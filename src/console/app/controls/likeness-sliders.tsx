import { LIKENESS_FACETS, type SliderWeights } from "../lib/likeness-weights.ts";
import { t } from "../lib/texts.ts";

const WEIGHT_MAX = 3;
const WEIGHT_STEP = 0.5;
interface LikenessSlidersProps {
  readonly weights: SliderWeights;
  readonly onWeigh: (weights: SliderWeights) => void;
}

/** A slider for each facet of a sound. */
export function LikenessSliders({ weights, onWeigh }: LikenessSlidersProps) {
  return (
    <fieldset class="likeness-weights">
      <legend class="dim">{t("song.weights")}</legend>
      {LIKENESS_FACETS.map((facet) => (
        <label key={facet}>
          <span>{t(`song.facet-${facet}`)}</span>
          <input
            type="range"
            min={0}
            max={WEIGHT_MAX}
            step={WEIGHT_STEP}
            value={weights[facet]}
            aria-valuetext={String(weights[facet])}
            onChange={({ currentTarget }) => onWeigh({ ...weights, [facet]: Number(currentTarget.value) })}
          />
        </label>
      ))}
    </fieldset>
  );
}
