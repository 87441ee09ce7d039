import { LISTED_FACETS, ListFacetsInput, ListFacetsOutput } from "../../../schema/wire/mcp.ts";
import { fold } from "../../catalog/fold.ts";
import type { Generation } from "../../catalog/generation.ts";
import { shorten } from "../../lib/shorten.ts";
import { type FacetValue, readFacets } from "../store.ts";
import { defineTool, type Tool } from "../tool.ts";

const VALUES_DEFAULT = 50;

export interface FacetToolDeps {
  readonly dataDir: string;
  readonly generation: () => Generation | null;
}

/** Lists the tags, energies and keys of the catalog. A generation never changes, so it is read only once. */
export function listFacetsTool({ dataDir, generation }: FacetToolDeps): Tool {
  let read: { readonly generation: number; readonly values: readonly FacetValue[] } | null = null;
  const valuesOf = (live: Generation): readonly FacetValue[] => {
    if (read?.generation !== live.number) read = { generation: live.number, values: readFacets(dataDir, live) };
    return read.values;
  };
  return defineTool({
    name: "list_facets",
    title: "List facets",
    description:
      "Lists the words that the catalog describes songs with (genre, mood, instrument, characteristic, energy, key) and how many songs have each. Use it to learn what the catalog can serve.",
    input: ListFacetsInput,
    output: ListFacetsOutput,
    isReadOnly: true,
    run: ({ facet: only, contains = "", limit = VALUES_DEFAULT }) => {
      const live = generation();
      const text = fold(contains);
      const values = (live === null ? [] : valuesOf(live)).filter(({ value }) => value.includes(text));
      const listed = LISTED_FACETS.filter((facet) => only === undefined || facet === only).map((facet) => {
        const all = values.filter((one) => one.facet === facet);
        const shown = all.slice(0, limit).map(({ value, songs }) => ({ value, songs }));
        return { facet, values: shown, values_left_off: all.length - shown.length };
      });
      const isEmpty = listed.every(({ values: found }) => found.length === 0);
      return {
        catalog_version: live?.version ?? "empty",
        songs: live?.songs ?? 0,
        facets: listed,
        not_served: isEmpty && contains !== "" ? [`nothing in the catalog contains '${shorten(contains)}'`] : [],
      };
    },
  });
}
