import { a } from "../lib/admin-texts.ts";
import { enOperation } from "../texts/en-operation.ts";
import { StateWord } from "./state-word.tsx";

type OutcomeKey = Extract<keyof typeof enOperation, `outcome.${string}`>;

/** How an attempt to send a webhook ended; a failure with its name in docs/webhooks.md. A later version can have other names. */
export function OutcomeWord({ outcome }: { readonly outcome: string }) {
  const key = `outcome.${outcome}`;
  if (outcome === "delivered") return <StateWord tone="good" text={a("outcome.delivered")} />;
  return (
    <>
      <StateWord tone="bad" text={isOutcomeKey(key) ? a(key) : outcome} /> <code class="dim">{outcome}</code>
    </>
  );
}

function isOutcomeKey(key: string): key is OutcomeKey {
  return Object.hasOwn(enOperation, key);
}
