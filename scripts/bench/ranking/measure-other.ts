import type { Song } from "../../eval/data.ts";
import type { Engine } from "../../eval/engine.ts";
import { fts5 } from "../../eval/engines/fts5.ts";
import { miniSearch } from "../../eval/engines/minisearch.ts";
import { orama } from "../../eval/engines/orama.ts";
import { briefKinds } from "./briefs.ts";
import { readLexicon, syntheticSongs } from "./catalog.ts";
import { type Percentiles, percentiles } from "../../lib/percentiles.ts";
import { rssMb } from "./own-usage.ts";

const LIMIT = 25;
const ENGINES: readonly Engine[] = [fts5, miniSearch, orama];
const KINDS: ReadonlySet<string> = new Set(["3 words", "40 terms"]);

export interface OtherFigures {
  readonly engine: string;
  readonly buildSeconds: number;
  readonly rssMb: number;
  readonly kinds: readonly { readonly kind: string; readonly wall: Percentiles }[];
}

/** Measures another engine on the same songs and words, with one run per brief. Call it in a separate process. */
export async function measureOther(name: string, songs: number, briefs: number): Promise<OtherFigures> {
  const engine = ENGINES.find((one) => one.name === name);
  if (engine === undefined) throw new Error(`Unknown engine ${name}.`);
  const lexicon = await readLexicon();
  const documents = Array.from(syntheticSongs(lexicon, songs), ({ id, title, description, artists, tags }): Song => ({
    id,
    title: `${title} . ${description}`,
    artists: [...artists],
    tags: {
      genre: [...tags.genre],
      mood: [...tags.mood],
      instrument: [...tags.instrument],
      characteristic: [...tags.characteristic],
    },
  }));
  const began = performance.now();
  const searcher = await engine.index(documents);
  const buildSeconds = (performance.now() - began) / 1_000;
  const kinds: OtherFigures["kinds"][number][] = [];
  for (const { name: kind, briefs: texts } of briefKinds(lexicon, briefs)) {
    if (!KINDS.has(kind)) continue;
    const times: number[] = [];
    for (const text of texts) {
      const start = performance.now();
      await searcher.search(text, null, LIMIT);
      times.push(performance.now() - start);
    }
    kinds.push({ kind, wall: percentiles(times) });
  }
  return { engine: name, buildSeconds, rssMb: rssMb(), kinds };
}
