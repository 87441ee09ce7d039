import type { ComponentChildren } from "preact";
import { durationText } from "../../lib/duration.ts";
import { language, t } from "../../lib/texts.ts";
import { a } from "../lib/admin-texts.ts";
import { numberText } from "../lib/format.ts";
import { Facts } from "../parts/facts.tsx";
import { analysisWord } from "./analysis-word.ts";
import type { SeenAnalysis } from "./asset-types.ts";

type NamedValue = readonly [string, ComponentChildren];

/** What was seen in a picture or film: words, guesses with their confidence, colours, and the course of a film. */
export function AssetSeen({ analysis }: { readonly analysis: SeenAnalysis }) {
  const { words, palette, description, note } = analysis;
  return (
    <section class="sheet" aria-labelledby="seen">
      <h2 id="seen">{a("seen.title")}</h2>
      <p>{words.length === 0 ? a("seen.no-words") : words.map(said).join(", ")}</p>
      {description === undefined ? null : (
        <p>
          <span class="dim">{a("seen.model", { model: description.model })}</span> {description.words.join(", ")}
          {description.sentence === undefined ? null : ` – ${description.sentence}`}
        </p>
      )}
      {note === undefined ? null : <p class="dim">{note}</p>}
      <ul class="plain-list palette" aria-label={a("seen.palette")}>
        {palette.map(({ name, hex, share }) => (
          <li key={hex}>
            <svg width="14" height="14" aria-hidden="true">
              <rect class="palette-colour" width="14" height="14" rx="3" fill={hex} />
            </svg>
            {said(name)} {percent(share)}
          </li>
        ))}
      </ul>
      <Facts facts={[...guessesOf(analysis), ...measuresOf(analysis), ...filmOf(analysis)]} />
    </section>
  );
}

function guessesOf(analysis: SeenAnalysis): readonly NamedValue[] {
  const { subject, setting, time_of_day: time, weather, scenes } = analysis;
  const guesses = [
    ["seen.subject", subject],
    ["seen.setting", setting],
    ["seen.time", time],
    ["seen.weather", weather],
  ] as const;
  return [
    ...guesses.flatMap(([name, guess]) => (guess === undefined ? [] : [[a(name), guessText(guess)] as const])),
    [a("seen.scenes"), scenes.map(guessText).join(", ") || "–"],
  ];
}

function measuresOf(analysis: SeenAnalysis): readonly NamedValue[] {
  return [
    [a("seen.energy"), percent(analysis.energy)],
    [a("seen.brightness"), percent(analysis.brightness)],
    [a("seen.colourfulness"), percent(analysis.colourfulness)],
    [a("seen.warmth"), leaning(analysis.warmth)],
  ];
}

function filmOf(analysis: SeenAnalysis): readonly NamedValue[] {
  if (analysis.kind === "image") return [];
  const { sound, energy_curve: curve, changes = [] } = analysis;
  return [
    [a("seen.length"), durationText(analysis.duration)],
    [a("seen.pace"), percent(analysis.pace)],
    [a("seen.cuts"), `${numberText(analysis.cuts)} (${numberText(analysis.cuts_per_minute)} / min)`],
    [a("seen.camera"), guessText(analysis.camera)],
    [a("seen.course"), [curve.shape, ...changes].map(said).join(", ")],
    [a("seen.loudness"), sound === null || sound.loudness === null ? "–" : `${numberText(sound.loudness)} LUFS`],
    [a("seen.heard"), sound?.heard?.map(({ value, share }) => `${said(value)} ${percent(share)}`).join(", ") || "–"],
  ];
}

function guessText({ value, confidence }: { readonly value: string; readonly confidence: number }): string {
  return `${said(value)} (${percent(confidence)})`;
}

function said(word: string): string {
  return analysisWord(word, { admin: a, text: t });
}

function percent(share: number): string {
  return share.toLocaleString(language.value, { style: "percent", maximumFractionDigits: 0 });
}

/** -1 to 1, with its sign. */
function leaning(value: number): string {
  return value.toLocaleString(language.value, { signDisplay: "exceptZero", maximumFractionDigits: 2 });
}
