import { useRef } from "preact/hooks";
import { t } from "../lib/texts.ts";
import { isPlaying } from "../player/player-state.ts";
import { spokenSeconds } from "../player/spoken-seconds.ts";
import { filmLength, filmSeconds, seekFilm } from "./film-player.ts";
import { analysis } from "./film-source.ts";
import { offsetText } from "./offsets.ts";

export const TIMELINE_WIDTH = 1_000;
const HEIGHT = 100;
/** Where the passages of the sound are drawn. */
const PASSAGE_HEIGHT = 6;
const KEY_SECONDS = 1;
const FINE_SECONDS = 0.04;

/** Returns the place of a time of the film in the drawings. */
export function timelineX(seconds: number): number {
  return filmLength.value === 0 ? 0 : (seconds / filmLength.value) * TIMELINE_WIDTH;
}

/** The cuts, the energy, and the loud and quiet passages of the film. A click goes there. */
export function FilmTimeline() {
  const box = useRef<HTMLDivElement>(null);
  const found = analysis.value;
  const spoken = isPlaying.value ? spokenSeconds(filmSeconds.value, true) : filmSeconds.value;
  const seekTo = (event: PointerEvent): void => {
    const { left = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {};
    seekFilm(((event.clientX - left) / width) * filmLength.value);
  };
  return (
    <div
      ref={box}
      class="film-timeline"
      role="slider"
      tabIndex={0}
      aria-label={t("film.position")}
      aria-valuemin={0}
      aria-valuemax={Math.round(filmLength.value)}
      aria-valuenow={Math.round(spoken)}
      aria-valuetext={offsetText(spoken).slice(1)}
      title={t("film.timeline.hint")}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        box.current?.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => {
        if (box.current?.hasPointerCapture(event.pointerId) === true) seekTo(event);
      }}
      onKeyDown={(event) => {
        const step = stepOf(event);
        if (step === null) return;
        event.preventDefault();
        seekFilm(filmSeconds.value + step);
      }}
    >
      <svg viewBox={`0 0 ${TIMELINE_WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {found === null ? null : (
          <>
            <path class="film-energy" d={energyShape(found.energy_curve.values)} />
            {(found.sound?.loud ?? []).map(({ from, to }) => (
              <Passage key={`loud ${from}`} kind="loud" from={from} to={to} />
            ))}
            {(found.sound?.quiet ?? []).map(({ from, to }) => (
              <Passage key={`quiet ${from}`} kind="quiet" from={from} to={to} />
            ))}
            {(found.cut_times ?? []).map((at) => (
              <line key={at} class="film-cut" x1={timelineX(at)} x2={timelineX(at)} y1={0} y2={HEIGHT} />
            ))}
          </>
        )}
        <rect class="film-cursor" x={timelineX(filmSeconds.value) - 1} width={2} height={HEIGHT} />
      </svg>
    </div>
  );
}

interface PassageProps {
  readonly kind: "loud" | "quiet";
  readonly from: number;
  readonly to: number;
}

function Passage({ kind, from, to }: PassageProps) {
  return (
    <rect
      class={`film-passage ${kind}`}
      x={timelineX(from)}
      width={timelineX(to) - timelineX(from)}
      height={PASSAGE_HEIGHT}
    />
  );
}

/** Returns the area below the curve. Its values are those of equal parts of the film. */
function energyShape(values: readonly number[]): string {
  const most = Math.max(...values, 0.01);
  const part = TIMELINE_WIDTH / Math.max(1, values.length);
  const points = values.map((value, index) => `${(index + 0.5) * part} ${HEIGHT - (value / most) * (HEIGHT - 12)}`);
  if (points.length === 0) return "";
  return `M0 ${HEIGHT}L0 ${points[0]?.split(" ")[1]}L${points.join("L")}L${TIMELINE_WIDTH} ${points.at(-1)?.split(" ")[1]}L${TIMELINE_WIDTH} ${HEIGHT}Z`;
}

/** Arrows go by a second, with Shift by the length of a frame. */
function stepOf({ key, shiftKey }: KeyboardEvent): number | null {
  if (key === "Home") return -filmLength.value;
  if (key === "End") return filmLength.value;
  const sign = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  return sign === 0 ? null : sign * (shiftKey ? FINE_SECONDS : KEY_SECONDS);
}
