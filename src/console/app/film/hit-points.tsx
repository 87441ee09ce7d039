import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { HitPointsDocument } from "../../../../clients/typescript/operations.ts";
import { client, messageOf } from "../lib/client.ts";
import { t } from "../lib/texts.ts";
import { WAIT_SECONDS } from "../player/awaited-url.ts";
import { currentFile } from "../player/player-state.ts";
import { whenMade } from "../player/when-made.ts";
import { moveOffset, offset } from "./film-player.ts";
import { offsetText } from "./offsets.ts";

type Found = HitPointsDocument["data"]["attributes"];
type Search = { readonly text: string } | { readonly found: Found };

const PERCENT = 100;

/** Moves the song to where most cuts of the film are on downbeats, and offers the next best offsets. */
export function HitPoints({ assetId }: { readonly assetId: string }) {
  const fileId = currentFile.value?.id ?? null;
  return fileId === null ? null : <OfFile key={`${assetId} ${fileId}`} assetId={assetId} fileId={fileId} />;
}

function OfFile({ assetId, fileId }: { readonly assetId: string; readonly fileId: string }) {
  const search = useSignal<Search | null>(null);
  const run = useSignal<AbortController | null>(null);
  useEffect(() => () => run.value?.abort(), [run]);

  const find = async (): Promise<void> => {
    run.value?.abort();
    const ended = new AbortController();
    run.value = ended;
    search.value = { text: t("film.hits.finding") };
    const next = await read({ assetId, fileId, ended: ended.signal });
    if (ended.signal.aborted) return;
    search.value = next;
    const best = "found" in next ? next.found.offsets[0] : undefined;
    if (best !== undefined) moveOffset(best.offset);
  };
  return (
    <div class="film-hits">
      <button type="button" class="button quiet small" onClick={() => void find()}>
        {t("film.hits.find")}
      </button>
      <span class="film-hits-found" aria-live="polite">
        {search.value === null ? null : <Shown search={search.value} />}
      </span>
    </div>
  );
}

function Shown({ search }: { readonly search: Search }) {
  if ("text" in search) return <span class="dim">{search.text}</span>;
  const { reason, cuts, offsets } = search.found;
  if (reason !== null) return <span class="dim">{t(`film.hits.${reason}`)}</span>;
  return offsets.map((one) => (
    <button
      key={one.offset}
      type="button"
      class="button quiet small"
      aria-pressed={one.offset === offset.value}
      onClick={() => moveOffset(one.offset)}
    >
      {t("film.hits.offset", {
        offset: offsetText(one.offset),
        hits: one.hits.length,
        cuts,
        score: Math.round(one.score * PERCENT),
      })}
    </button>
  ));
}

interface Reading {
  readonly assetId: string;
  readonly fileId: string;
  readonly ended: AbortSignal;
}

/** Waits for a structure that is being found. */
async function read({ assetId, fileId, ended }: Reading): Promise<Search> {
  const query = { asset_id: assetId, wait: WAIT_SECONDS };
  const request = async () => await client.readHitPoints({ path: { id: fileId }, query, signal: ended });
  try {
    const body = await whenMade(request, ended, { throwsOthers: true });
    return body === null ? { text: t("film.hits.later") } : { found: body.data.attributes };
  } catch (error) {
    return { text: messageOf(error) };
  }
}
