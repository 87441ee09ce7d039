import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Playlist } from "../../../../clients/typescript/operations.ts";
import { client, messageOf } from "../lib/client.ts";
import { usePageName } from "../lib/page-name.ts";
import { pathTo } from "../lib/router.ts";
import { t } from "../lib/texts.ts";
import { SongTable } from "./song-table.tsx";

const PAGE_SIZE = 100;

/** The playlists of the catalog that the person may see, read page by page. */
export function PlaylistsPage() {
  const playlists = useSignal<readonly Playlist[]>([]);
  const cursor = useSignal<string | null>(null);
  const total = useSignal<number | null>(null);
  const failure = useSignal<string | null>(null);
  const more = async (): Promise<void> => {
    try {
      const query = { "page[size]": PAGE_SIZE, ...(cursor.value === null ? {} : { "page[cursor]": cursor.value }) };
      const { body } = await client.listPlaylists({ query });
      const { next } = body.links;
      playlists.value = [...playlists.value, ...body.data];
      cursor.value = next === null ? null : new URL(next).searchParams.get("page[cursor]");
      total.value = body.meta.total;
    } catch (error) {
      failure.value = messageOf(error);
    }
  };
  useEffect(() => void more(), []);
  return (
    <div class="sheets">
      <p>
        <a href={pathTo("catalog")}>{t("catalog.title")}</a>
      </p>
      <h1>{t("playlists.title")}</h1>
      {failure.value === null ? null : <p class="bad">{failure.value}</p>}
      {total.value === 0 ? <p class="no-songs">{t("playlists.none")}</p> : null}
      <ul class="plain-list lists">
        {playlists.value.map(({ id, attributes }) => (
          <li key={id} class="list-card">
            <a href={pathTo("playlists", { id })}>{playlistName(attributes.name, id)}</a>
            <span class="dim">{t("lists.songs", { count: attributes.songs })}</span>
          </li>
        ))}
      </ul>
      {cursor.value === null ? null : (
        <button type="button" class="button quiet" onClick={() => void more()}>
          {t("playlists.more")}
        </button>
      )}
    </div>
  );
}

/** One playlist with its songs. */
export function PlaylistPage({ id }: { readonly id: string }) {
  const name = useSignal<string | null>(null);
  const failure = useSignal<string | null>(null);
  useEffect(() => {
    client.readPlaylist({ path: { id } }).then(
      ({ body }) => (name.value = playlistName(body.data.attributes.name, id)),
      (error: unknown) => (failure.value = messageOf(error)),
    );
  }, [id]);
  usePageName(name.value);
  if (failure.value !== null) return <p class="page-loading bad">{failure.value}</p>;
  return (
    <div class="sheets wide">
      <p>
        <a href={pathTo("playlists")}>{t("playlists.title")}</a>
      </p>
      <h1>{name.value ?? "\u00a0"}</h1>
      <SongTable query={{ "filter[playlist]": id }} />
    </div>
  );
}

function playlistName(name: string, id: string): string {
  return name === "" ? t("playlists.unnamed", { id }) : name;
}
