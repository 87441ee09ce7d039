import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { sightText } from "../results/sight-text.ts";
import { t } from "../lib/texts.ts";
import type { ChipOrigin } from "./origins.ts";

export type ChipKind = "wanted" | "avoided" | "promise" | "ignored" | "plain" | "removed";

interface ChipProps {
  /** Unique on the page. */
  readonly id: string;
  readonly kind: ChipKind;
  readonly name: string;
  /** What it is: a genre, a mood. */
  readonly about?: string;
  /** From 0 to 1. */
  readonly weight?: number | null;
  /** Whether the person has changed it. */
  readonly isChanged?: boolean;
  readonly origins?: readonly ChipOrigin[];
  /** The number of the step that it comes from. The first step is not named. */
  readonly step?: number | null;
  /** What can be done with it. */
  readonly children?: ComponentChildren;
}

const SIGNS = { wanted: "", avoided: "− ", promise: "✓ ", ignored: "", plain: "", removed: "" } as const;

/** The chip whose details are shown. It stays open when its wish moves to another group. */
const openChip = signal<string | null>(null);

/** One thing that was understood. A click shows where it comes from, and what can be done with it. */
export function Chip({
  id,
  kind,
  name,
  about,
  weight,
  isChanged = false,
  origins = [],
  step = null,
  children,
}: ChipProps) {
  const detailsId = useId();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // A wish that moves to another group is a new element. The focus follows it.
    if (openChip.peek() === id && document.activeElement === document.body) button.current?.focus();
  }, [id]);
  const isOpen = openChip.value === id;
  const hasDetails = origins.length > 0 || about !== undefined || children !== undefined;
  const look = `chip ${kind}${isChanged ? " changed" : ""}`;
  if (!hasDetails) return <span class={look}>{SIGNS[kind] + name}</span>;
  return (
    <span
      class="chip-holder"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        openChip.value = null;
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        class={look}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => (openChip.value = isOpen ? null : id)}
      >
        {SIGNS[kind] + name}
        {isChanged ? <span class="hidden-text"> ({t("understood.changed")})</span> : null}
        {step === null ? null : (
          <span class="chip-step" title={t("steps.number", { number: step })}>
            <span class="hidden-text"> ({t("steps.number", { number: step })})</span>
            <span aria-hidden="true">{step}</span>
          </span>
        )}
      </button>
      <span id={detailsId} class="chip-details" role="group" aria-label={name} hidden={!isOpen}>
        <Facts about={about} weight={weight} />
        {origins.length === 0 ? null : (
          <span class="chip-origins">
            <span>{t("understood.from")}</span>
            {origins.map((origin) => (
              <OriginLine key={JSON.stringify(origin)} origin={origin} />
            ))}
          </span>
        )}
        {children === undefined ? null : <span class="chip-actions">{children}</span>}
      </span>
    </span>
  );
}

function Facts({ about, weight }: { readonly about: string | undefined; readonly weight: number | null | undefined }) {
  const facts = [
    about,
    typeof weight === "number" ? t("understood.weight", { percent: Math.round(weight * 100) }) : undefined,
  ].filter((fact) => fact !== undefined);
  return facts.length === 0 ? null : <span>{facts.join(" · ")}</span>;
}

function OriginLine({ origin }: { readonly origin: ChipOrigin }) {
  switch (origin.kind) {
    case "query":
    case "context": {
      const place = t(origin.kind === "query" ? "search.brief" : "search.scene");
      const { step, before, words, after } = origin;
      // The sentence has marked words, so it is not filled in as a text.
      const [open, close] = t("understood.quoted").split("{words}");
      return (
        <span class="chip-origin">
          {step === 0 ? place : t("steps.number", { number: step + 1 })}: {open}
          {before}
          <mark>{words}</mark>
          {after}
          {close}
        </span>
      );
    }
    case "picture":
      return (
        <span class="chip-origin">
          {origin.number === null ? t("understood.seen") : t("understood.picture", { number: origin.number })}:{" "}
          <mark>{sightText(origin.words, t)}</mark>
        </span>
      );
    case "film":
      return (
        <span class="chip-origin">
          {t("understood.film")}: <mark>{sightText(origin.words, t)}</mark>
        </span>
      );
    case "inferred":
      return (
        <span class="chip-origin">
          {t("understood.inferred")}: <mark>{origin.words}</mark>
        </span>
      );
  }
}
