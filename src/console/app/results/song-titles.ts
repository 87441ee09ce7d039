import { signal } from "@preact/signals";
import { client } from "../lib/client.ts";
import { filterValue } from "../lib/filter-value.ts";

const titles = signal<ReadonlyMap<string, string>>(new Map());

/** Returns the title of a song that was read; null before, and if there is no such song. */
export function titleOf(id: string): string | null {
  return titles.value.get(id) ?? null;
}

/** Reads the titles of songs that are not known yet. Without an answer, they stay unknown. */
export async function readTitles(ids: readonly string[]): Promise<void> {
  const unknown = ids.filter((id) => !titles.peek().has(id));
  if (unknown.length === 0) return;
  const query = { "filter[id]": unknown.map(filterValue).join(",") };
  const songs = await client.listSongs({ query }).then(
    ({ body }) => body.data,
    () => [],
  );
  titles.value = new Map([...titles.peek(), ...songs.map(({ id, attributes }) => [id, attributes.title] as const)]);
}
