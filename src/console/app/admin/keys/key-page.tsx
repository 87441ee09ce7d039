import type { ComponentChildren } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { client, messageOf } from "../../lib/client.ts";
import { usePageName } from "../../lib/page-name.ts";
import { pathTo } from "../../lib/router.ts";
import { a } from "../lib/admin-texts.ts";
import { numberText } from "../lib/format.ts";
import { useAct } from "../parts/act.ts";
import { ConfirmButton } from "../parts/confirm-button.tsx";
import { Facts } from "../parts/facts.tsx";
import { StateWord } from "../parts/state-word.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { Time } from "../parts/time.tsx";
import { KeyForm } from "./key-form.tsx";
import { type AdminKey, toneOf } from "./key-types.ts";
import { RotateKey } from "./rotate-key.tsx";
import { TestWebhook } from "./test-webhook.tsx";

/** One API key: its state, its settings, and what can be done with it. */
export function KeyPage({ id }: { readonly id: string }) {
  const key = useSignal<AdminKey | null>(null);
  const trouble = useSignal<string | null>(null);
  const isSaved = useSignal(false);
  const revoking = useAct();
  useEffect(() => {
    client.adminReadKey({ path: { id } }).then(
      ({ body }) => (key.value = body.data),
      (error: unknown) => (trouble.value = messageOf(error)),
    );
  }, [id]);
  const shown = key.value;
  usePageName(shown?.attributes.name ?? null);
  const back = (
    <p>
      <a href={pathTo("admin-keys")}>{a("keys.back")}</a>
    </p>
  );
  if (shown === null) {
    return (
      <>
        {back}
        <Trouble text={trouble} />
      </>
    );
  }
  const { attributes } = shown;
  const isUsable = attributes.state === "active";
  return (
    <>
      {back}
      <h1>{attributes.name}</h1>
      <section class="sheet" aria-label={a("keys.state")}>
        <Facts facts={factsOf(shown)} />
        {attributes.state === "revoked" ? null : (
          <div>
            <ConfirmButton
              label={a("keys.revoke")}
              question={a("keys.revoke.question")}
              isBusy={revoking.isBusy.value}
              onConfirm={() =>
                revoking.run(async () => {
                  key.value = (await client.adminRevokeKey({ path: { id } })).body.data;
                })
              }
            />
          </div>
        )}
        <Trouble text={revoking.trouble} />
      </section>
      {isUsable ? <TestWebhook keyId={id} /> : null}
      {isUsable ? <RotateKey keyId={id} onRotated={(rotated) => (key.value = rotated)} /> : null}
      {attributes.state === "revoked" ? null : (
        <section class="sheet" aria-labelledby="key-settings">
          <h2 id="key-settings">{a("keys.settings")}</h2>
          <KeyForm
            attributes={attributes}
            submit={a("keys.save")}
            onSubmit={async (settings) => {
              isSaved.value = false;
              const body = { data: { type: "api_keys" as const, attributes: settings } };
              key.value = (await client.adminChangeKey({ path: { id }, body })).body.data;
              isSaved.value = true;
            }}
          />
          <p role="status" class="good">
            {isSaved.value ? a("keys.saved") : ""}
          </p>
        </section>
      )}
    </>
  );
}

function factsOf(key: AdminKey) {
  const { attributes } = key;
  return [
    [a("keys.state"), <StateWord tone={toneOf(key)} text={a(`keys.state.${attributes.state}`)} />],
    [a("keys.id"), <code>{key.id}</code>],
    ...(attributes.recipient === null ? [] : [[a("keys.recipient"), attributes.recipient] as const]),
    [a("keys.created"), <Time at={attributes.created_at} />],
    [a("keys.last-used"), <Time at={attributes.last_used_at} />],
    [a("keys.expires"), attributes.expires_at === null ? a("keys.never") : <Time at={attributes.expires_at} />],
    [a("keys.images-left"), a("keys.left-of", { left: attributes.images_left, quota: attributes.image_quota })],
    [a("keys.video-left"), a("keys.left-of", { left: attributes.video_left, quota: attributes.video_quota })],
    [a("keys.audio-left"), a("keys.left-of", { left: attributes.audio_left, quota: attributes.audio_quota })],
    [a("keys.rate"), numberText(attributes.rate)],
    ...overlap(a("keys.old-token"), attributes.previous_token_until),
    ...overlap(a("keys.old-secret"), attributes.previous_secret_until),
  ] as const;
}

/** The end of an overlap that still runs. */
function overlap(name: string, until: string | null): readonly (readonly [string, ComponentChildren])[] {
  return until === null || Date.parse(until) <= Date.now() ? [] : [[name, <Time at={until} />]];
}
