import { t } from "../lib/texts.ts";
import type { TextKey } from "../texts/en.ts";
import { Chip, type ChipKind } from "./chip.tsx";
import { originsOf } from "./origins.ts";
import { promiseText } from "../results/page-wording.ts";
import { changeWish, resetWish, searchedTexts } from "./search-state.ts";
import type { NamedChange } from "./steps.ts";
import { actionsOf, type UnderstoodWish, type UnderstoodBrief } from "./wish-actions.ts";
import type { ShownWish } from "./wish-groups.ts";

interface WishChipProps {
  readonly kind: ChipKind;
  readonly shown: ShownWish;
  readonly brief: UnderstoodBrief;
}

/** A wish that can be weighed, turned into a promise, removed, and reset. */
export function WishChip({ kind, shown: { wish, isChanged }, brief }: WishChipProps) {
  const about = aboutOf(wish, brief);
  const label = nameOf(wish, brief);
  const { id } = wish;
  const { polarities, less, more } = actionsOf(wish);
  return (
    <Chip
      id={id}
      kind={kind}
      name={label}
      {...(about === null ? {} : { about })}
      weight={wish.weight}
      isChanged={isChanged}
      origins={originsOf(wish.from, searchedTexts.value, brief.seen)}
      step={laterStepOf(wish)}
    >
      {less === null && more === null ? null : (
        <>
          <Action name="action.less" isOff={less === null} act={() => changeWish({ id, label, weight: less ?? 0 })} />
          <Action name="action.more" isOff={more === null} act={() => changeWish({ id, label, weight: more ?? 1 })} />
        </>
      )}
      {polarities.map((polarity) => (
        <Action key={polarity} name={`action.${polarity}`} act={() => changeWish({ id, label, polarity })} />
      ))}
      <Action name="action.remove" act={() => changeWish({ id, label, polarity: "removed" })} />
      {isChanged ? <Action name="action.reset" act={() => resetWish(id)} /> : null}
    </Chip>
  );
}

/** A wish that the person has removed, or that the brief no longer has. */
export function RemovedChip({ change, isUnused }: { readonly change: NamedChange; readonly isUnused: boolean }) {
  const about = isUnused ? { about: t("understood.no-effect") } : {};
  return (
    <Chip id={change.id} kind="removed" name={change.label} isChanged {...about}>
      <Action name="action.reset" act={() => resetWish(change.id)} />
    </Chip>
  );
}

interface ActionProps {
  readonly name: Extract<TextKey, `action.${string}`>;
  readonly isOff?: boolean;
  readonly act: () => void;
}

/** It keeps the focus when it can do nothing more. */
function Action({ name, isOff = false, act }: ActionProps) {
  return (
    <button type="button" class="chip-action" aria-disabled={isOff} onClick={isOff ? undefined : act}>
      {t(name)}
    </button>
  );
}

/** Returns the number of the latest step that a wish comes from; null for the first one. */
function laterStepOf({ from }: UnderstoodWish): number | null {
  const turn = Math.max(0, ...from.map((origin) => origin.turn ?? 0));
  return turn === 0 ? null : turn + 1;
}

function nameOf({ id, kind, label, polarity }: UnderstoodWish, { arcs = [], constraints }: UnderstoodBrief): string {
  if (kind === "constraint") {
    return promiseText(label, constraints.find(({ constraint }) => constraint === label)?.facts ?? null);
  }
  if (kind === "tag") return polarity === "must_not" ? t("understood.without", { name: label }) : label;
  if (kind === "name" && id.startsWith("like/")) return t("understood.like", { name: label });
  if (kind === "name" && id.startsWith("by/")) return t("understood.by", { name: label });
  if (kind !== "arc") return label;
  const arc = arcs.find(({ shape, at }) => label === (at === null ? shape : `${shape} at ${at} seconds`));
  if (arc === undefined) return label;
  return arc.at === null ? t(`arc.${arc.shape}`) : t("understood.hit-at", { seconds: arc.at });
}

const FACETS = ["genre", "mood", "instrument", "characteristic"] as const;

function aboutOf({ id, kind, label }: UnderstoodWish, { references }: UnderstoodBrief): string | null {
  if (kind === "tag") {
    const facet = FACETS.find((name) => id.startsWith(`${name}/`));
    return facet === undefined ? null : t(`facet.${facet}`);
  }
  if (kind !== "name") return null;
  const reference = references.find(({ name }) => name === label);
  if (reference === undefined) return null;
  return reference.known ? t(`understood.${reference.kind}`) : t("understood.unknown");
}
