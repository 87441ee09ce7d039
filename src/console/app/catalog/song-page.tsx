import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Rights, SongFactsDocument } from "../../../../clients/typescript/operations.ts";
import { client, messageOf } from "../lib/client.ts";
import { usePageName } from "../lib/page-name.ts";
import { pathTo } from "../lib/router.ts";
import { t } from "../lib/texts.ts";
import type { SimilarRow } from "../results/similar-rows.ts";
import { RightsSection } from "../rights/rights-section.tsx";
import { AddButton } from "../shortlists/add-button.tsx";
import { type CatalogRow, catalogRowsOf } from "./catalog-rows.ts";
import { CutSection } from "./cut-section.tsx";
import { PlayButton } from "./play-button.tsx";
import { readSimilar, SimilarSection } from "./similar-section.tsx";
import { SongFactTable } from "./song-fact-table.tsx";

type Facts = SongFactsDocument["data"]["attributes"];
type Loaded =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly message: string }
  | {
      readonly kind: "loaded";
      readonly row: CatalogRow;
      readonly facts: Facts;
      readonly rights: Rights | undefined;
      readonly similar: readonly SimilarRow[];
    };

/** Everything that is known of a song, its versions, and similar songs with the reasons. */
export function SongPage({ id }: { readonly id: string }) {
  const loaded = useSignal<Loaded>({ kind: "loading" });
  useEffect(() => {
    const ended = new AbortController();
    loaded.value = { kind: "loading" };
    const show = (answer: Loaded): void => {
      if (!ended.signal.aborted) loaded.value = answer;
    };
    read(id, ended.signal)
      .catch((error: unknown): Loaded => ({ kind: "failed", message: messageOf(error) }))
      .then(show)
      .catch(() => undefined);
    return () => ended.abort();
  }, [id]);
  const { value } = loaded;
  usePageName(value.kind === "loaded" ? value.row.title : null);
  if (value.kind === "loading") return <p class="page-loading dim">{t("status.loading")}</p>;
  if (value.kind === "failed") return <p class="page-loading bad">{value.message}</p>;
  const { row, facts, rights, similar } = value;
  return (
    <div class="sheets song-page">
      <p>
        <a href={pathTo("catalog")}>{t("catalog.title")}</a>
      </p>
      <article class="song-page-head" data-song={row.id} aria-label={row.title}>
        <PlayButton rows={[row]} row={row} index={0} />
        <div>
          <h1>
            <bdi>{row.title}</bdi>
          </h1>
          <p>
            {row.artists.map((name, at) => (
              <span key={row.artistIds[at]}>
                {at === 0 ? null : ", "}
                <a href={pathTo("artist", { id: row.artistIds[at] ?? "" })}>
                  <bdi>{name}</bdi>
                </a>
              </span>
            ))}
          </p>
          {row.description === "" ? null : <p class="dim">{row.description}</p>}
        </div>
        <AddButton song={row} />
      </article>
      <SongFactTable row={row} facts={facts} />
      <RightsSection rights={rights} />
      {row.lyrics === "" ? null : (
        <details class="sheet">
          <summary>{t("song.lyrics")}</summary>
          <p class="lyrics">{row.lyrics}</p>
        </details>
      )}
      <CutSection key={`cut ${row.id}`} id={row.id} />
      <SimilarSection key={row.id} id={row.id} first={similar} />
    </div>
  );
}

async function read(id: string, signal: AbortSignal): Promise<Loaded> {
  const [song, facts, similar] = await Promise.all([
    client.readSong({ path: { id }, signal }),
    client.readSongFacts({ path: { id }, signal }),
    readSimilar(id, null, signal),
  ]);
  const [row] = catalogRowsOf([song.body.data], song.body.included);
  if (row === undefined) return { kind: "failed", message: t("missing.title") };
  const { rights } = song.body.data.attributes;
  return { kind: "loaded", row, facts: facts.body.data.attributes, rights, similar };
}
