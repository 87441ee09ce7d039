import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../controls/icon.tsx";
import { durationText } from "../lib/duration.ts";
import { t } from "../lib/texts.ts";
import { pauseSong } from "../player/player-state.ts";
import { SHAPE_HEIGHT } from "../player/waveform-shape.ts";
import { type ExcerptEdge, excerptBetween, hasExcerpts, withEdge } from "./excerpt.ts";
import { chooseExcerpt, excerpt, wishesChanged } from "./search-state.ts";
import { SHAPE_PAIRS, soundLength, soundShape } from "./sound-shape.ts";
import type { DroppedFile } from "./uploads.ts";

/** A pointer that moves less chooses nothing. */
const DRAG_MIN_PIXELS = 6;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
};
/** Shift makes a step finer. */
const FINE = 0.1;

/** Chooses the part of a dropped sound that songs are compared with: by dragging over its waveform, or by moving the edges with keys. */
export function ExcerptField({ file }: { readonly file: DroppedFile }) {
  const box = useRef<HTMLDivElement>(null);
  const length = useSignal(0);
  const shape = useSignal("");
  const dragFrom = useSignal<number | null>(null);
  useEffect(() => {
    const read = async (): Promise<void> => {
      length.value = await soundLength(file.preview);
      if (hasExcerpts(length.value)) shape.value = await soundShape(file.file, length.value);
    };
    // Without a length there is nothing to choose from: the whole sound counts.
    read().catch(() => undefined);
  }, [file.preview]);
  if (!hasExcerpts(length.value)) return null;

  const { start, end } = excerpt.value ?? { start: 0, end: length.value };
  const x = (seconds: number): number => (seconds / length.value) * SHAPE_PAIRS;
  const secondsAt = (clientX: number): number => {
    const { left = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {};
    return Math.max(0, Math.min(1, (clientX - left) / width)) * length.value;
  };
  const drag = ({ clientX }: PointerEvent): void => {
    const from = dragFrom.value;
    if (from === null) return;
    const pixels = box.current?.getBoundingClientRect().width ?? 1;
    const to = secondsAt(clientX);
    if ((Math.abs(to - from) / length.value) * pixels < DRAG_MIN_PIXELS) return;
    chooseExcerpt(excerptBetween(from, to, length.value));
  };
  const moveEdge = (edge: ExcerptEdge, event: KeyboardEvent): void => {
    const ends: Readonly<Record<string, number>> = { Home: 0, End: length.value };
    const step = (STEPS[event.key] ?? 0) * (event.shiftKey ? FINE : 1);
    const seconds = ends[event.key] ?? (edge === "start" ? start : end) + step;
    if (ends[event.key] === undefined && step === 0) return;
    event.preventDefault();
    chooseExcerpt(withEdge(excerpt.value, { edge, seconds }, length.value));
    wishesChanged();
  };
  const edge = (name: ExcerptEdge) => (
    <span
      class={`excerpt-edge ${name}`}
      role="slider"
      tabIndex={0}
      aria-label={t(`excerpt.${name}`)}
      aria-valuemin={0}
      aria-valuemax={Math.round(length.value)}
      aria-valuenow={name === "start" ? start : end}
      aria-valuetext={durationText(name === "start" ? start : end)}
      style={{ left: `${((name === "start" ? start : end) / length.value) * 100}%` }}
      onKeyDown={(event) => moveEdge(name, event)}
    />
  );
  return (
    <div class="excerpt" role="group" aria-label={t("excerpt.title", { name: file.name })}>
      <div
        ref={box}
        class="excerpt-wave"
        title={t("excerpt.hint")}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          box.current?.setPointerCapture(event.pointerId);
          dragFrom.value = secondsAt(event.clientX);
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          dragFrom.value = null;
          wishesChanged();
        }}
        onPointerCancel={() => (dragFrom.value = null)}
      >
        <svg viewBox={`0 0 ${SHAPE_PAIRS} ${SHAPE_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <rect class="excerpt-part" x={x(start)} width={x(end) - x(start)} height={SHAPE_HEIGHT} />
          {shape.value === "" ? (
            <rect class="wave" y={SHAPE_HEIGHT / 2 - 2} width={SHAPE_PAIRS} height={4} />
          ) : (
            <path class="wave" d={shape.value} />
          )}
        </svg>
        {edge("start")}
        {edge("end")}
      </div>
      <div class="excerpt-foot">
        <span class="dim">
          {excerpt.value === null
            ? t("excerpt.whole")
            : t("excerpt.part", { from: durationText(start), to: durationText(end) })}
        </span>
        {excerpt.value === null ? null : (
          <button
            type="button"
            class="link-button"
            onClick={() => {
              chooseExcerpt(null);
              wishesChanged();
            }}
          >
            {t("excerpt.clear")}
          </button>
        )}
        <ListenButton preview={file.preview} start={start} end={end} />
      </div>
    </div>
  );
}

interface ListenButtonProps {
  readonly preview: string;
  readonly start: number;
  readonly end: number;
}

/** Plays the chosen part from the browser's own file. */
function ListenButton({ preview, start, end }: ListenButtonProps) {
  const sound = useRef<HTMLVideoElement | null>(null);
  const isOn = useSignal(false);
  useEffect(() => () => sound.current?.pause(), []);
  const toggle = (): void => {
    if (isOn.value) return sound.current?.pause();
    sound.current ??= playable(preview, isOn);
    pauseSong();
    sound.current.currentTime = start;
    void sound.current.play().catch(() => undefined);
  };
  useEffect(() => {
    const { current } = sound;
    const stop = (): void => {
      if (current !== null && current.currentTime >= end) current.pause();
    };
    current?.addEventListener("timeupdate", stop);
    return () => current?.removeEventListener("timeupdate", stop);
  }, [end, isOn.value]);
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={t(isOn.value ? "excerpt.pause" : "excerpt.listen")}
      onClick={toggle}
    >
      <Icon name={isOn.value ? "pause" : "play"} />
    </button>
  );
}

function playable(preview: string, isOn: { value: boolean }): HTMLVideoElement {
  const element = document.createElement("video");
  element.src = preview;
  element.addEventListener("play", () => (isOn.value = true));
  element.addEventListener("pause", () => (isOn.value = false));
  return element;
}
