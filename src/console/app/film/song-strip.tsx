import { useComputed, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { t } from "../lib/texts.ts";
import { currentPeaks } from "../player/peaks.ts";
import { length } from "../player/player-state.ts";
import { SHAPE_HEIGHT, waveformShape } from "../player/waveform-shape.ts";
import { snapped } from "./film-clock.ts";
import { filmLength, filmSeconds, moveOffset, offset } from "./film-player.ts";
import { analysis, film } from "./film-source.ts";
import { TIMELINE_WIDTH, timelineX } from "./film-timeline.tsx";
import { offsetText } from "./offsets.ts";

/** A song that is dragged this near to a cut meets it. */
const SNAP_PIXELS = 7;
/** The number of pairs of a waveform. */
const PEAKS = 800;
/** Part of the song that must stay in the film. */
const OVERLAP_SECONDS = 0.1;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -0.01, ArrowRight: 0.01, PageDown: -1, PageUp: 1 };
/** Shift makes an arrow as long as a frame at 25 frames per second. */
const FRAME_STEPS = 4;

interface Drag {
  readonly fromX: number;
  readonly fromOffset: number;
  readonly offset: number;
}

/** The song below the film. Dragging moves it; its start and its end meet cuts that are near, unless Alt is pressed. */
export function SongStrip() {
  const box = useRef<HTMLDivElement>(null);
  const drag = useSignal<Drag | null>(null);
  const shape = useComputed(() => waveformShape(currentPeaks.value?.peaks ?? []));
  const shown = drag.value?.offset ?? offset.value;
  const canMove = film.value?.assetId !== null && length.value > 0 && filmLength.value > 0;

  const move = (event: PointerEvent): void => {
    const { value } = drag;
    if (value === null) return;
    const secondsPerPixel = filmLength.value / (box.current?.getBoundingClientRect().width ?? 1);
    const moved = limited(value.fromOffset + (event.clientX - value.fromX) * secondsPerPixel);
    const points = [0, filmLength.value, ...(analysis.value?.cut_times ?? [])];
    const withinSeconds = event.altKey ? 0 : SNAP_PIXELS * secondsPerPixel;
    drag.value = { ...value, offset: snapped({ offset: moved, length: length.value }, { points, withinSeconds }) };
  };
  const end = (): void => {
    const { value } = drag;
    drag.value = null;
    if (value !== null && value.offset !== value.fromOffset) moveOffset(value.offset);
  };
  return (
    <div
      ref={box}
      class={canMove ? "song-strip" : "song-strip off"}
      role="slider"
      tabIndex={0}
      aria-label={t("film.offset")}
      aria-disabled={!canMove}
      aria-valuemin={Math.round(-length.value)}
      aria-valuemax={Math.round(filmLength.value)}
      aria-valuenow={shown}
      aria-valuetext={offsetText(shown)}
      title={t("film.strip.hint")}
      onPointerDown={(event) => {
        if (event.button !== 0 || !canMove) return;
        box.current?.setPointerCapture(event.pointerId);
        drag.value = { fromX: event.clientX, fromOffset: offset.value, offset: offset.value };
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => (drag.value = null)}
      onKeyDown={(event) => {
        const step = event.key === "Home" ? -offset.value : STEPS[event.key];
        if (step === undefined || !canMove) return;
        event.preventDefault();
        moveOffset(limited(offset.value + step * (event.shiftKey ? FRAME_STEPS : 1)));
      }}
    >
      <svg viewBox={`0 0 ${TIMELINE_WIDTH} ${SHAPE_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <g transform={`translate(${timelineX(shown)} 0) scale(${timelineX(length.value) / PEAKS} 1)`}>
          <rect class="strip-back" width={PEAKS} height={SHAPE_HEIGHT} />
          {shape.value === "" ? null : <path class="wave" d={shape.value} />}
        </g>
        <rect class="film-cursor" x={timelineX(filmSeconds.value) - 1} width={2} height={SHAPE_HEIGHT} />
      </svg>
    </div>
  );
}

function limited(seconds: number): number {
  return Math.max(OVERLAP_SECONDS - length.value, Math.min(filmLength.value - OVERLAP_SECONDS, seconds));
}
