import type { SongFactsDocument } from "../../../../clients/typescript/operations.ts";
import { durationText } from "../lib/duration.ts";
import { keyText, t } from "../lib/texts.ts";
import { versionName } from "../results/version-name.ts";
import { FACETS_OF_TAGS } from "./tag-facets.ts";
import type { CatalogRow } from "./catalog-rows.ts";

type SongFacts = SongFactsDocument["data"]["attributes"];
type FactSource = SongFacts["bpm"]["source"];

interface SongFactTableProps {
  readonly row: CatalogRow;
  readonly facts: SongFacts;
}

/** The facts of a song, each with its source, and its files. */
export function SongFactTable({ row, facts }: SongFactTableProps) {
  const { bpm, key, energy, files } = facts;
  return (
    <>
      <section class="sheet" aria-labelledby="song-facts">
        <h2 id="song-facts">{t("song.facts")}</h2>
        <dl class="fact-list">
          <Fact name={t("results.bpm")} value={bpm.value === null ? null : String(bpm.value)} from={bpm} />
          <Fact name={t("results.key")} value={key.value === "" ? null : keyText(key.value)} from={key} />
          <Fact name={t("results.energy")} value={t(`energy.${energy.value}`)} from={energy} />
          <Fact name={t("facets.year")} value={row.year === "" ? null : row.year} />
          <Fact name="ISRC" value={row.isrc} />
          {FACETS_OF_TAGS.map((facet) => (
            <Fact key={facet} name={t(`facet.${facet}`)} value={row.tags[facet].join(", ") || null} />
          ))}
        </dl>
      </section>
      <section class="sheet" aria-labelledby="song-files">
        <h2 id="song-files">{t("song.files")}</h2>
        <div class="wide-table" tabIndex={0} role="region" aria-labelledby="song-files">
          <table>
            <thead>
              <tr>
                <th scope="col">{t("player.version")}</th>
                <th scope="col">{t("results.length")}</th>
                <th scope="col">{t("facets.vocals")}</th>
                <th scope="col">{t("song.loudness")}</th>
                <th scope="col">{t("song.download")}</th>
              </tr>
            </thead>
            <tbody>
              {files.map((file) => {
                const playable = row.files.find(({ id }) => id === file.id);
                return (
                  <tr key={file.id}>
                    <th scope="row">
                      {versionName(file)}
                      {file.stem ? ` (${t("song.stem")})` : null}
                    </th>
                    <td>
                      {durationText(file.duration.value)} <SourceMark source={file.duration.source} confidence={null} />
                    </td>
                    <td>{file.vocals === null ? "–" : t(`vocals.${file.vocals}`)}</td>
                    <td>{file.loudness === null ? "–" : `${file.loudness.toFixed(1)} LUFS`}</td>
                    <td class="song-downloads">
                      {playable === undefined ? (
                        "–"
                      ) : (
                        <a href={playable.mp3} download>
                          MP3
                        </a>
                      )}
                      {playable?.wav === null || playable === undefined ? null : (
                        <a href={playable.wav} download>
                          WAV
                        </a>
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
        {row.stems === null ? null : (
          <p>
            <a href={row.stems} download>
              {t("results.stems")}
            </a>
          </p>
        )}
      </section>
    </>
  );
}

interface FactProps {
  readonly name: string;
  /** Null if it is unknown. */
  readonly value: string | null;
  readonly from?: { readonly source: FactSource; readonly confidence?: number | null };
}

function Fact({ name, value, from }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value ?? <span class="dim">{t("song.unknown")}</span>}{" "}
        {from === undefined || value === null ? null : (
          <SourceMark source={from.source} confidence={from.confidence ?? null} />
        )}
      </dd>
    </div>
  );
}

/** Says where a value comes from. */
function SourceMark({ source, confidence }: { readonly source: FactSource; readonly confidence: number | null }) {
  if (source === null) return null;
  const percent = confidence === null ? "" : ` ${Math.round(confidence * 100)} %`;
  return (
    <span class={`source-mark ${source}`}>
      {t(`source.${source}`)}
      {percent}
    </span>
  );
}
