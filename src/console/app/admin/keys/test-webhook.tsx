import { useSignal } from "@preact/signals";
import type { TestWebhookDocument } from "../../../../../clients/typescript/operations.ts";
import { client } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { spanText } from "../lib/format.ts";
import { useAct } from "../parts/act.ts";
import { Facts } from "../parts/facts.tsx";
import { OutcomeWord } from "../parts/outcome-word.tsx";
import { Trouble } from "../parts/trouble.tsx";

/** Sends one signed webhook and shows what the receiver answered, or what was refused. */
export function TestWebhook({ keyId }: { readonly keyId: string }) {
  const act = useAct();
  const result = useSignal<TestWebhookDocument["data"] | null>(null);
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const url = new FormData(event.currentTarget as HTMLFormElement).get("url");
    result.value = null;
    act.run(async () => {
      const attributes = { url: typeof url === "string" ? url.trim() : "" };
      const body = { data: { type: "test_webhooks" as const, attributes } };
      result.value = (await client.adminTestWebhook({ path: { id: keyId }, body })).body.data;
    });
  };
  const { attributes } = result.value ?? {};
  return (
    <section class="sheet" aria-labelledby="test-webhook">
      <h2 id="test-webhook">{a("webhook.title")}</h2>
      <p class="dim">{a("webhook.text")}</p>
      <form class="admin-form" onSubmit={send}>
        <label>
          {a("webhook.url")}
          <input class="field" name="url" type="url" required />
        </label>
        <Trouble text={act.trouble} />
        <p>
          <button type="submit" class="button quiet" disabled={act.isBusy.value}>
            {act.isBusy.value ? a("webhook.sending") : a("webhook.send")}
          </button>
        </p>
      </form>
      <div role="status">
        {attributes === undefined || result.value === null ? null : (
          <Facts
            facts={[
              [a("webhook.result"), <OutcomeWord outcome={attributes.outcome} />],
              [a("webhook.status"), attributes.status_code ?? "–"],
              [a("webhook.detail"), attributes.detail],
              [a("webhook.took"), spanText(attributes.duration_ms)],
              ["webhook-id", <code>{result.value.id}</code>],
            ]}
          />
        )}
      </div>
    </section>
  );
}
