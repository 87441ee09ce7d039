import { useSignal } from "@preact/signals";
import { client } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { useAct } from "../parts/act.ts";
import { SecretOnce } from "../parts/secret-once.tsx";
import { Trouble } from "../parts/trouble.tsx";
import type { AdminKey } from "./key-types.ts";

const HOUR_SECONDS = 3_600;
const OVERLAP_HOURS = 24;
const OVERLAP_HOURS_MAX = 365 * 24;

interface RotateKeyProps {
  readonly keyId: string;
  readonly onRotated: (key: AdminKey) => void;
}

/** Replaces the token, the webhook secret or both. The old ones work until the end of the overlap. */
export function RotateKey({ keyId, onRotated }: RotateKeyProps) {
  const act = useAct();
  const rotated = useSignal<AdminKey["attributes"] | null>(null);
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const attributes = {
      token: form.has("token"),
      webhook_secret: form.has("secret"),
      overlap_seconds: Math.round(Number(form.get("hours")) * HOUR_SECONDS),
    };
    act.run(async () => {
      const body = { data: { type: "key_rotations" as const, attributes } };
      const { data } = (await client.adminRotateKey({ path: { id: keyId }, body })).body;
      rotated.value = data.attributes;
      onRotated(data);
    });
  };
  const { token, webhook_secret: secret } = rotated.value ?? {};
  return (
    <section class="sheet" aria-labelledby="rotate">
      <h2 id="rotate">{a("rotate.title")}</h2>
      {rotated.value === null ? null : (
        <>
          <p>{a("keys.once")}</p>
          {token === undefined ? null : <SecretOnce name={a("keys.token")} value={token} />}
          {secret === undefined ? null : <SecretOnce name={a("keys.secret")} value={secret} />}
        </>
      )}
      <form class="admin-form" onSubmit={send}>
        <fieldset>
          <legend>{a("rotate.what")}</legend>
          <label class="check">
            <input type="checkbox" name="token" /> {a("keys.token")}
          </label>
          <label class="check">
            <input type="checkbox" name="secret" /> {a("keys.secret")}
          </label>
        </fieldset>
        <label>
          {a("rotate.overlap")}
          <input
            class="field short"
            type="number"
            name="hours"
            min={0}
            max={OVERLAP_HOURS_MAX}
            step={1}
            required
            defaultValue={String(OVERLAP_HOURS)}
          />
        </label>
        <Trouble text={act.trouble} />
        <p>
          <button type="submit" class="button quiet" disabled={act.isBusy.value}>
            {a("rotate.submit")}
          </button>
        </p>
      </form>
    </section>
  );
}
