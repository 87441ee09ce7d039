import { useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { client } from "../../lib/client.ts";
import { readSession, session } from "../../lib/session.ts";
import { ImportForm } from "../catalog/import-form.tsx";
import { endedRuns } from "../catalog/run-types.ts";
import type { AdminKey } from "../keys/key-types.ts";
import { NewKey } from "../keys/new-key.tsx";
import { TestWebhook } from "../keys/test-webhook.tsx";
import { a } from "../lib/admin-texts.ts";
import { useAct } from "../parts/act.ts";
import { StateWord } from "../parts/state-word.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { UserForm } from "../users/user-form.tsx";

/** The first visit: a person who can sign in, a catalog, a key, and a webhook that arrives. Each step can be done at any time. */
export function SetupPage() {
  const hasCatalog = useSignal(false);
  const key = useSignal<AdminKey | null>(null);
  const hasUsers = session.value?.has_users === true;
  const reading = useAct();
  useSignalEffect(() => {
    // Reads it again after each import.
    void endedRuns.value;
    reading.read(async () => {
      hasCatalog.value = (await client.adminReadCatalog()).body.data.attributes.generation !== null;
    });
  });
  return (
    <>
      <h1>{a("setup.title")}</h1>
      <p class="dim">{a("setup.text")}</p>
      <Trouble text={reading.trouble} />
      <ol class="plain-list setup">
        <Step number={1} title={a("setup.person")} isDone={hasUsers}>
          <section class="sheet" aria-label={a("setup.person")}>
            <p class="dim">{a("setup.person.text")}</p>
            <UserForm
              role={hasUsers ? "supervisor" : "admin"}
              onAdded={() => void readSession().catch(() => undefined)}
            />
          </section>
        </Step>
        <Step number={2} title={a("setup.catalog")} isDone={hasCatalog.value}>
          <ImportForm />
        </Step>
        <Step number={3} title={a("setup.key")} isDone={key.value !== null}>
          <NewKey onMade={(made) => (key.value = made)} />
        </Step>
        <Step number={4} title={a("setup.webhook")} isDone={false}>
          {key.value === null ? <p class="dim">{a("setup.webhook.first")}</p> : <TestWebhook keyId={key.value.id} />}
        </Step>
      </ol>
    </>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ComponentChildren;
}

function Step({ number, title, isDone, children }: StepProps) {
  return (
    <li>
      <h2>
        {number}. {title} {isDone ? <StateWord tone="good" text={a("setup.done")} /> : null}
      </h2>
      {children}
    </li>
  );
}
