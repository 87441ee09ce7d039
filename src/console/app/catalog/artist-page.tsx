import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { client, messageOf } from "../lib/client.ts";
import { filterValue } from "../lib/filter-value.ts";
import { ownUrl } from "../lib/own-url.ts";
import { usePageName } from "../lib/page-name.ts";
import { pathTo } from "../lib/router.ts";
import { t } from "../lib/texts.ts";
import { SongTable } from "./song-table.tsx";

interface ShownArtist {
  readonly name: string;
  readonly image: string | null;
}

/** An artist with all songs. */
export function ArtistPage({ id }: { readonly id: string }) {
  const artist = useSignal<ShownArtist | null>(null);
  const failure = useSignal<string | null>(null);
  useEffect(() => {
    const left = new AbortController();
    artist.value = null;
    failure.value = null;
    client.readArtist({ path: { id }, signal: left.signal }).then(
      ({ body }) => (artist.value = body.data.attributes),
      (error: unknown) => {
        if (!left.signal.aborted) failure.value = messageOf(error);
      },
    );
    return () => left.abort();
  }, [id]);
  usePageName(artist.value?.name ?? null);
  if (failure.value !== null) return <p class="page-loading bad">{failure.value}</p>;
  const { name = "\u00a0", image = null } = artist.value ?? {};
  return (
    <div class="sheets wide">
      <p>
        <a href={pathTo("catalog")}>{t("catalog.title")}</a>
      </p>
      <div class="artist-head">
        {image === null ? null : <img class="artwork" src={ownUrl(image)} alt="" width={72} height={72} />}
        <h1>
          <bdi>{name}</bdi>
        </h1>
      </div>
      <SongTable query={{ "filter[artist]": filterValue(id), sort: "title" }} />
    </div>
  );
}
