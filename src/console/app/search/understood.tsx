import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { durationText } from "../lib/duration.ts";
import { keyText, t } from "../lib/texts.ts";
import { Chip, type ChipKind } from "./chip.tsx";
import { promiseText, unservedTexts } from "../results/page-wording.ts";
import { readTitles } from "../results/song-titles.ts";
import { sightText } from "../results/sight-text.ts";
import { originsOf } from "./origins.ts";
import { formerChanges, lastStep, searchedTexts } from "./search-state.ts";
import { RemovedChip, WishChip } from "./wish-chip.tsx";
import type { UnderstoodBrief } from "./wish-actions.ts";
import { groupsOf, type ShownWish } from "./wish-groups.ts";

/** On a narrow page the songs come first. */
const NARROW = "(max-width: 900px)";

/** What the service has understood of brief, scene and pictures, as chips in groups. */
export function Understood({ brief }: { readonly brief: UnderstoodBrief }) {
  const { corrected, seen, heard = [], unserved, wishes = [], overrides_unused: unused = [] } = brief;
  const { promises, wanted, avoided, words, removed } = groupsOf(wishes, lastStep.value.changes, formerChanges.value);
  useEffect(() => {
    const ids = brief.unserved_facts?.flatMap((one) => (one.kind === "nearest_excluded" ? one.ids : [])) ?? [];
    void readTitles(ids);
  }, [brief]);
  const ignored = brief.ignored_from ?? brief.ignored.map((text) => ({ text, source: "inferred" as const }));
  const chips = (list: readonly ShownWish[], kind: ChipKind) =>
    list.map((shown) => <WishChip key={shown.wish.id} kind={kind} shown={shown} brief={brief} />);
  return (
    <details class="understood" open={!matchMedia(NARROW).matches}>
      <summary>
        <h2>{t("understood.title")}</h2>
      </summary>
      <div class="understood-groups">
        <Group title={t("understood.promises")}>{chips(promises, "promise")}</Group>
        <Group title={t("understood.wanted")}>{chips(wanted, "wanted")}</Group>
        <Group title={t("understood.avoided")}>{chips(avoided, "avoided")}</Group>
        <Group title={t("understood.words")}>{chips(words, "plain")}</Group>
        <Group title={t("understood.removed")}>
          {removed.map((change) => (
            <RemovedChip key={change.id} change={change} isUnused={unused.includes(change.id)} />
          ))}
        </Group>
        <Group title={t("understood.seen")}>
          {seen === undefined
            ? []
            : [
                ...seen.words.map((word) => (
                  <Chip key={word} id={`seen ${word}`} kind="plain" name={sightText(word, t)} />
                )),
                ...(seen.tempo === null
                  ? []
                  : [<Chip key="tempo" id="seen tempo" kind="plain" name={tempoText(seen)} />]),
              ]}
        </Group>
        <Group title={t("understood.heard")}>
          {heard.map((sound) => (
            <Chip
              key={sound.asset_id ?? ""}
              id={`heard ${sound.asset_id ?? ""}`}
              kind="plain"
              name={heardText(sound)}
            />
          ))}
        </Group>
        <Group title={t("understood.ignored")}>
          {[
            ...ignored.map((from) => (
              <Chip
                key={from.text}
                id={`ignored ${from.text}`}
                kind="ignored"
                name={from.text}
                origins={from.source === "inferred" ? [] : originsOf([from], searchedTexts.value, seen)}
              />
            )),
            ...corrected.map(({ from, to }) => (
              <Chip
                key={`${from} ${to}`}
                id={`corrected ${from}`}
                kind="plain"
                name={t("understood.corrected", { from, to })}
              />
            )),
          ]}
        </Group>
        {unserved.length === 0 ? null : (
          <ul class="plain-list unserved">
            {unservedTexts(unserved, brief.unserved_facts).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: readonly VNode[] }) {
  if (children.length === 0) return null;
  return (
    <div class="chip-group">
      <h3>{title}</h3>
      <ul class="plain-list chips">
        {children.map((chip) => (
          <li key={chip.key}>{chip}</li>
        ))}
      </ul>
    </div>
  );
}

/** For example: 110 to 130 bpm. In English if only that is known. */
function tempoText({ tempo, tempo_ranges: ranges }: NonNullable<UnderstoodBrief["seen"]>): string {
  return promiseText(tempo ?? "", ranges === undefined ? null : { kind: "tempo", ranges });
}

/** For example: 0:45 – 1:15, 120 bpm, A minor. */
function heardText({ duration, excerpt, bpm, key }: NonNullable<UnderstoodBrief["heard"]>[number]): string {
  const part = excerpt ?? { start: 0, end: duration };
  return [
    `${durationText(part.start)} – ${durationText(part.end)}`,
    ...(bpm === null ? [] : [`${Math.round(bpm)} bpm`]),
    ...(key === null ? [] : [keyText(key)]),
  ].join(", ");
}
