import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { client } from "../../lib/client.ts";
import { durationText } from "../../lib/duration.ts";
import { goTo, pathTo } from "../../lib/router.ts";
import { a } from "../lib/admin-texts.ts";
import { bytesText, numberText } from "../lib/format.ts";
import { useAct } from "../parts/act.ts";
import { ConfirmButton } from "../parts/confirm-button.tsx";
import { Facts } from "../parts/facts.tsx";
import { StateWord } from "../parts/state-word.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { Time } from "../parts/time.tsx";
import { AssetHeard } from "./asset-heard.tsx";
import { AssetSeen } from "./asset-seen.tsx";
import { type AdminAsset, toneOfAsset } from "./asset-types.ts";

/** An asset that waits or is being analysed is read again after this time. */
const READ_EVERY_MS = 2_000;

/** One upload: its state, what was seen in it, and what can be done with it. */
export function AssetPage({ id }: { readonly id: string }) {
  const asset = useSignal<AdminAsset | null>(null);
  const reading = useAct();
  const acting = useAct();
  const read = async (): Promise<void> => {
    asset.value = (await client.adminReadAsset({ path: { id } })).body.data;
  };
  const status = asset.value?.attributes.status;
  const isUnderWay = status === "pending" || status === "processing";
  useEffect(() => {
    reading.read(read);
    if (!isUnderWay) return undefined;
    const timer = setInterval(() => reading.run(read), READ_EVERY_MS);
    return () => clearInterval(timer);
  }, [id, isUnderWay]);
  const shown = asset.value;
  return (
    <>
      <p>
        <a href={pathTo("admin-assets")}>{a("assets.back")}</a>
      </p>
      <h1>{a("assets.one")}</h1>
      <Trouble text={reading.trouble} />
      {shown === null ? null : (
        <>
          <section class="sheet" aria-label={a("assets.one")}>
            <Facts facts={factsOf(shown)} />
            {shown.attributes.error === null ? null : <p class="trouble">{shown.attributes.error}</p>}
            <div class="button-row">
              {shown.attributes.can_retry ? (
                <button
                  type="button"
                  class="button"
                  disabled={acting.isBusy.value}
                  onClick={() =>
                    acting.run(async () => {
                      asset.value = (await client.adminAnalyseAsset({ path: { id } })).body.data;
                    })
                  }
                >
                  {a(isUnderWay ? "assets.hasten" : "assets.retry")}
                </button>
              ) : null}
              <ConfirmButton
                label={a("assets.delete")}
                question={a("assets.delete.question")}
                isBusy={acting.isBusy.value}
                onConfirm={() =>
                  acting.run(async () => {
                    await client.adminDeleteAsset({ path: { id } });
                    goTo(pathTo("admin-assets"));
                  })
                }
              />
            </div>
            {shown.attributes.can_retry || isUnderWay || status === "processed" ? null : (
              <p class="dim">{a(status === "blocked" ? "assets.blocked.text" : "assets.gone")}</p>
            )}
            <Trouble text={acting.trouble} />
          </section>
          <Analysis analysis={shown.attributes.analysis} />
        </>
      )}
    </>
  );
}

function Analysis({ analysis }: { readonly analysis: AdminAsset["attributes"]["analysis"] | undefined }) {
  if (analysis === undefined) return null;
  return analysis.kind === "audio" ? <AssetHeard analysis={analysis} /> : <AssetSeen analysis={analysis} />;
}

function factsOf({ id, attributes }: AdminAsset) {
  const { status, width, height, duration, lane, position } = attributes;
  return [
    [a("assets.status"), <StateWord tone={toneOfAsset(status)} text={a(`assets.status.${status}`)} />],
    [a("assets.kind"), a(`assets.kind.${attributes.media_kind}`)],
    [a("assets.id"), <code>{id}</code>],
    [a("list.key"), <a href={pathTo("admin-keys", { id: attributes.key_id })}>{attributes.key_name}</a>],
    [a("assets.submitted"), <Time at={attributes.submitted_at} />],
    [a("assets.processed"), <Time at={attributes.processed_at} />],
    [a("assets.file"), `${attributes.content_type}, ${bytesText(attributes.byte_size)}`],
    ...(width === null || height === null ? [] : ([[a("assets.pixels"), `${width} × ${height}`]] as const)),
    ...(duration === null ? [] : ([[a("assets.duration"), durationText(duration)]] as const)),
    [a("assets.original"), attributes.original_retained ? a("usage.yes") : a("usage.no")],
    ...(lane === null ? [] : ([[a("jobs.lane"), lane]] as const)),
    ...(position === null ? [] : ([[a("assets.position"), numberText(position)]] as const)),
  ] as const;
}
