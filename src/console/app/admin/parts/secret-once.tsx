import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { copyText } from "../../lib/copy-text.ts";
import { notify } from "../../lib/notices.ts";
import { a } from "../lib/admin-texts.ts";

/** A secret that is shown once, with a button that copies it. */
export function SecretOnce({ name, value }: { readonly name: string; readonly value: string }) {
  const isCopied = useSignal(false);
  const secret = useRef<HTMLElement>(null);
  const copy = async (): Promise<void> => {
    isCopied.value = await copyText(value);
    if (isCopied.value) return;
    if (secret.current !== null) getSelection()?.selectAllChildren(secret.current);
    notify(a("secret.not-copied"), { isBad: true });
  };
  return (
    <div class="secret">
      <span class="secret-name">{name}</span>
      <code ref={secret} class="secret-value">
        {value}
      </code>
      <button type="button" class="button quiet small" onClick={() => void copy()}>
        {isCopied.value ? a("secret.copied") : a("secret.copy")}
      </button>
    </div>
  );
}
