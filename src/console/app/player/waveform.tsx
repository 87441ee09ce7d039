import { useComputed, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { durationText } from "../lib/duration.ts";
import { t } from "../lib/texts.ts";
import { currentPeaks } from "./peaks.ts";
import { isPlaying, length, position, section, seek } from "./player-state.ts";
import { sectionBetween } from "./section.ts";
import { spokenSeconds } from "./spoken-seconds.ts";
import { StructureMarks } from "./structure-marks.tsx";
import { SHAPE_HEIGHT, waveformShape } from "./waveform-shape.ts";

/** A pointer that moves less only clicks. */
const DRAG_MIN_PIXELS = 6;
const SHAPE_WIDTH = 800;

interface Drag {
  readonly fromX: number;
  readonly fromSeconds: number;
  readonly isSection: boolean;
}

/** The waveform of the file that plays: a click goes there, dragging repeats a section. */
export function Waveform() {
  const box = useRef<HTMLDivElement>(null);
  const drag = useSignal<Drag | null>(null);
  const shape = useComputed(() => waveformShape(currentPeaks.value?.peaks ?? []));
  const at = (seconds: number): number => (length.value === 0 ? 0 : (seconds / length.value) * SHAPE_WIDTH);

  const secondsAt = (clientX: number): number => {
    const { left = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {};
    return Math.max(0, Math.min(1, (clientX - left) / width)) * length.value;
  };
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0 || length.value === 0) return;
    box.current?.setPointerCapture(event.pointerId);
    drag.value = { fromX: event.clientX, fromSeconds: secondsAt(event.clientX), isSection: false };
  };
  const move = (event: PointerEvent): void => {
    const { value } = drag;
    if (value === null || (!value.isSection && Math.abs(event.clientX - value.fromX) < DRAG_MIN_PIXELS)) return;
    drag.value = { ...value, isSection: true };
    section.value = sectionBetween(value.fromSeconds, secondsAt(event.clientX));
  };
  const end = (event: PointerEvent): void => {
    const { value } = drag;
    drag.value = null;
    if (value === null) return;
    const from = section.value?.from;
    if (!value.isSection) seek(secondsAt(event.clientX));
    else if (from !== undefined) seek(from);
  };

  const { value: repeated } = section;
  return (
    <div
      ref={box}
      class="waveform"
      role="slider"
      tabIndex={0}
      aria-label={t("player.position")}
      aria-valuemin={0}
      aria-valuemax={Math.round(length.value)}
      aria-valuenow={spokenSeconds(position.value, isPlaying.value)}
      aria-valuetext={`${durationText(spokenSeconds(position.value, isPlaying.value))} / ${durationText(length.value)}`}
      title={t("player.waveform.hint")}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => (drag.value = null)}
      onKeyDown={(event) => {
        if (event.key !== "Home" && event.key !== "End") return;
        event.preventDefault();
        seek(event.key === "Home" ? 0 : length.value);
      }}
    >
      <svg viewBox={`0 0 ${SHAPE_WIDTH} ${SHAPE_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <clipPath id="played">
          <rect width={at(position.value)} height={SHAPE_HEIGHT} />
        </clipPath>
        {repeated === null ? null : (
          <rect
            class="wave-section"
            x={at(repeated.from)}
            width={Math.max(2, at(repeated.to ?? repeated.from) - at(repeated.from))}
            height={SHAPE_HEIGHT}
          />
        )}
        {shape.value === "" ? (
          <rect class="wave" y={SHAPE_HEIGHT / 2 - 1} width={SHAPE_WIDTH} height={2} />
        ) : (
          <>
            <path class="wave" d={shape.value} />
            <path class="wave played" d={shape.value} clip-path="url(#played)" />
          </>
        )}
        <StructureMarks at={at} />
        <rect class="wave-cursor" x={at(position.value) - 1} width={2} height={SHAPE_HEIGHT} />
      </svg>
    </div>
  );
}
