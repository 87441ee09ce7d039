import { ReadSearchInput, SearchSongsInput, SearchSongsOutput } from "../../../schema/wire/mcp.ts";
import { isUuid } from "../../lib/ids.ts";
import { refuse } from "../../lib/refusal.ts";
import type { InlineSearches } from "../../search/inline-searches.ts";
import { defineTool, type Tool } from "../tool.ts";
import { searchView } from "./search-view.ts";

const SONGS_DEFAULT = 10;

/** The tools that search. Both count against the rate of the key, like their HTTP endpoints. */
export function searchTools(searches: InlineSearches): readonly Tool[] {
  return [
    defineTool({
      name: "search_songs",
      title: "Search songs",
      description:
        "Finds songs for a brief and says for each why it fits. `promises` shows for each requirement whether the song keeps it; `unknown` means that the catalog does not say. `not_served` says what the catalog cannot satisfy; tell the user, and do not replace it by a guess. A search is billed like one by HTTP; the same search again within 24 hours is answered from the cache.",
      input: SearchSongsInput,
      output: SearchSongsOutput,
      isReadOnly: true,
      run: async (input, call) => {
        await call.countSearch();
        const { query = null, context = null, asset_ids: assetIds = [], limit = SONGS_DEFAULT } = input;
        return searchView(await searches.search(call, { query, context, assetIds }, call.signal), limit);
      },
    }),
    defineTool({
      name: "read_search",
      title: "Read a search",
      description: "Returns the latest result of a search of this key, with new links. It is not billed.",
      input: ReadSearchInput,
      output: SearchSongsOutput,
      isReadOnly: true,
      run: async ({ search_id: id, limit = SONGS_DEFAULT }, call) => {
        await call.countSearch();
        if (!isUuid(id)) throw refuse("not_found");
        return searchView(await searches.read(call, id), limit);
      },
    }),
  ];
}
