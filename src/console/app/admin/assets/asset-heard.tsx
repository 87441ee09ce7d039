import { durationText } from "../../lib/duration.ts";
import { keyText } from "../../lib/texts.ts";
import { a } from "../lib/admin-texts.ts";
import { numberText } from "../lib/format.ts";
import { Facts } from "../parts/facts.tsx";
import type { HeardAnalysis } from "./asset-types.ts";

/** What was heard in an audio file. */
export function AssetHeard({ analysis }: { readonly analysis: HeardAnalysis }) {
  const { words, duration, stated, loudness, bpm, key, typical } = analysis;
  return (
    <section class="sheet" aria-labelledby="heard">
      <h2 id="heard">{a("seen.heard")}</h2>
      <p>{words.length === 0 ? a("seen.no-words") : words.join(", ")}</p>
      <Facts
        facts={[
          [a("seen.length"), durationText(duration)],
          ...(stated === undefined ? [] : ([[a("seen.stated"), durationText(stated)]] as const)),
          [a("seen.loudness"), loudness === null ? "–" : `${numberText(loudness)} LUFS`],
          [a("seen.tempo"), bpm === null ? "–" : `${numberText(bpm)} bpm`],
          [a("seen.key"), key === null ? "–" : keyText(key)],
          [a("seen.typical"), typical === null ? "–" : `${durationText(typical.start)} – ${durationText(typical.end)}`],
        ]}
      />
    </section>
  );
}
