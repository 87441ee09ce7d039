import { useSignal } from "@preact/signals";
import type { Facet } from "../../../../clients/typescript/operations.ts";
import { durationText } from "../lib/duration.ts";
import { numberIn } from "../lib/fill-text.ts";
import { keyText, language, t } from "../lib/texts.ts";
import { FACET_ORDER, type FacetId, RANGE_FACETS, type RangeFacet, RIGHTS_FACETS } from "./facet-names.ts";
import { chosen, chosenCount, facets, ranges, setRange, toggleValue, withHarmonic } from "./filter-state.ts";

/** Values of a closed facet. */
const VALUES_SHOWN = 8;
/** Up to this width the facets are above the songs, so all are closed. */
const NARROW_PIXELS = 800;
/** Facets that are open when the page is. */
const OPEN_FACETS: ReadonlySet<FacetId> = new Set(["genre", "mood"]);

/** Every facet with its values and their counts. In a narrow window they open with a button. */
export function FacetPanel() {
  const isOpen = useSignal(false);
  const all = new Map((facets.value ?? []).map((facet) => [facet.id, facet]));
  const count = chosenCount.value;
  return (
    <div class="facet-panel">
      <button
        type="button"
        class="button quiet facets-toggle"
        aria-expanded={isOpen.value}
        aria-controls="facets"
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {t("catalog.filters")} {count === 0 ? null : <span class="facet-count">{count}</span>}
      </button>
      <div id="facets" class={isOpen.value ? "facets open" : "facets"}>
        {FACET_ORDER.map((id) => {
          const facet = all.get(id);
          return facet === undefined || isLeftOut(id, facet) ? null : <OneFacet key={id} id={id} facet={facet} />;
        })}
      </div>
    </div>
  );
}

function isLeftOut(id: FacetId, { attributes }: Facet): boolean {
  return RIGHTS_FACETS.has(id) && attributes.values.length === 0 && (chosen.value[id] ?? []).length === 0;
}

function OneFacet({ id, facet }: { readonly id: FacetId; readonly facet: Facet }) {
  const isLong = useSignal(false);
  const picked = chosen.value[id] ?? [];
  // A chosen value without songs has no count, but must stay so that it can be taken back.
  const missing = picked.filter((value) => facet.attributes.values.every((one) => one.value !== value));
  const values = [...missing.map((value) => ({ value, count: 0 })), ...facet.attributes.values];
  const shown = isLong.value ? values : values.filter(({ value }, at) => at < VALUES_SHOWN || picked.includes(value));
  const range = RANGE_FACETS.find((one) => one === id);
  const count = picked.length + (range !== undefined && ranges.value[range] !== undefined ? 1 : 0);
  return (
    <details class="facet" data-facet={id} open={(OPEN_FACETS.has(id) && innerWidth > NARROW_PIXELS) || undefined}>
      <summary>
        {t(`facets.${id}`)} {count === 0 ? null : <span class="facet-count">{count}</span>}
      </summary>
      <ul class="plain-list">
        {shown.map((one) => (
          <li key={one.value}>
            <label class="facet-value">
              <input type="checkbox" checked={picked.includes(one.value)} onChange={() => toggleValue(id, one.value)} />
              <span>{valueText(id, one.value)}</span>
              <span class="dim">{numberIn(language.value, one.count)}</span>
            </label>
          </li>
        ))}
      </ul>
      {values.length > VALUES_SHOWN ? (
        <button
          type="button"
          class="link-button"
          aria-expanded={isLong.value}
          onClick={() => (isLong.value = !isLong.value)}
        >
          {isLong.value ? t("catalog.fewer") : t("catalog.more", { count: values.length - VALUES_SHOWN })}
        </button>
      ) : null}
      {range === undefined ? null : <RangeFields facet={range} />}
      {id === "key" ? (
        <label class="facet-value">
          <input
            type="checkbox"
            checked={withHarmonic.value}
            onChange={(event) => (withHarmonic.value = event.currentTarget.checked)}
          />
          <span>{t("catalog.harmonic")}</span>
        </label>
      ) : null}
    </details>
  );
}

const RANGE_MAX: Readonly<Record<RangeFacet, number>> = { bpm: 1_000, duration: 86_400, year: 9_999 };
const YEAR_MIN = 1_000;

function RangeFields({ facet }: { readonly facet: RangeFacet }) {
  const [from = "", to = ""] = (ranges.value[facet] ?? "").split("..");
  const field = (name: "from" | "to", value: string) => (
    <input
      class="field"
      type="number"
      min={facet === "year" ? YEAR_MIN : 0}
      max={RANGE_MAX[facet]}
      step={1}
      aria-label={t(`catalog.${name}`, { name: t(`facets.${facet}`) })}
      placeholder={t(name === "from" ? "catalog.from-short" : "catalog.to-short")}
      value={value}
      onChange={(event) => {
        const input = event.currentTarget;
        if (!input.checkValidity()) return;
        setRange(facet, name === "from" ? input.value : from, name === "to" ? input.value : to);
      }}
    />
  );
  return (
    <div class="range-fields">
      {field("from", from)}
      <span aria-hidden="true">–</span>
      {field("to", to)}
    </div>
  );
}

/** Returns a value as people read it. */
function valueText(id: FacetId, value: string): string {
  if (id === "energy" && isEnergy(value)) return t(`energy.${value}`);
  if (id === "vocals" && isVocals(value)) return t(`vocals.${value}`);
  if (RIGHTS_FACETS.has(id) && isRight(value)) return t(`rights.${value}`);
  if (id === "key") return keyText(value);
  const [from, to] = value.split("..");
  if (to === undefined || from === undefined) return value;
  if (id !== "duration") return to === "1000" ? `${from} +` : `${from} – ${to}`;
  const start = durationText(Number(from));
  return to === "" ? `${start} +` : `${start} – ${durationText(Number(to))}`;
}

const RIGHTS = ["true", "false", "pre_cleared", "on_request", "human", "with_ai", "by_ai"] as const;
type RightValue = (typeof RIGHTS)[number];

function isRight(value: string): value is RightValue {
  return RIGHTS.some((one) => one === value);
}

function isEnergy(value: string): value is "very_low" | "low" | "medium" | "high" {
  return ["very_low", "low", "medium", "high"].includes(value);
}

function isVocals(value: string): value is "lead" | "background" | "none" | "unknown" {
  return ["lead", "background", "none", "unknown"].includes(value);
}
