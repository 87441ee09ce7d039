import { useSignal } from "@preact/signals";
import { client } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { SecretOnce } from "../parts/secret-once.tsx";
import { KeyForm, NEW_KEY } from "./key-form.tsx";
import type { AdminKey } from "./key-types.ts";

/** Creates a key. Its token and its webhook secret are shown until they are put away. */
export function NewKey({ onMade }: { readonly onMade: (key: AdminKey) => void }) {
  const isOpen = useSignal(false);
  const made = useSignal<AdminKey | null>(null);
  if (made.value !== null) {
    const { token = "", webhook_secret: secret = "", name } = made.value.attributes;
    return (
      <section class="sheet" aria-labelledby="made">
        <h2 id="made">{a("keys.made", { name })}</h2>
        <p>{a("keys.once")}</p>
        <SecretOnce name={a("keys.token")} value={token} />
        <SecretOnce name={a("keys.secret")} value={secret} />
        <p>
          <button type="button" class="button" onClick={() => (made.value = null)}>
            {a("keys.stored")}
          </button>
        </p>
      </section>
    );
  }
  if (!isOpen.value) {
    return (
      <p>
        <button type="button" class="button" onClick={() => (isOpen.value = true)}>
          {a("keys.new")}
        </button>
      </p>
    );
  }
  return (
    <section class="sheet" aria-labelledby="new-key">
      <h2 id="new-key">{a("keys.new")}</h2>
      <KeyForm
        attributes={NEW_KEY}
        submit={a("keys.create")}
        onSubmit={async (attributes) => {
          const { body } = await client.adminCreateKey({ body: { data: { type: "api_keys", attributes } } });
          made.value = body.data;
          isOpen.value = false;
          onMade(body.data);
        }}
      />
    </section>
  );
}
