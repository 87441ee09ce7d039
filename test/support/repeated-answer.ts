import type { SearchResult } from "../../clients/typescript/operations.ts";

/** Returns an answer with the same songs again and again, with other ids. */
export function repeatedAnswer({ data, included, ...more }: SearchResult, times: number): object {
  const copies = Array.from({ length: times }, (_entry, copy) => `${copy}`);
  const ranked = data.relationships.songs.data;
  const songs = copies.flatMap((copy, round) =>
    ranked.map(({ id, meta, type }) => ({
      type,
      id: `${id} ${copy}`,
      meta: { ...meta, rank: round * ranked.length + meta.rank },
    })),
  );
  const resources = included.flatMap<object>((resource) =>
    resource.type === "songs" ? copies.map((copy) => ({ ...resource, id: `${resource.id} ${copy}` })) : [resource],
  );
  return { ...more, data: { ...data, relationships: { songs: { data: songs } } }, included: resources };
}
