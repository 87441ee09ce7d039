import { useSignal } from "@preact/signals";
import { a } from "../lib/admin-texts.ts";

/** A secret that is shown once, with a button that copies it. */
export function SecretOnce({ name, value }: { readonly name: string; readonly value: string }) {
  const isCopied = useSignal(false);
  const copy = (): void => {
    navigator.clipboard.writeText(value).then(
      () => (isCopied.value = true),
      // Without a secure connection, browsers have no clipboard: the text can still be selected.
      () => (isCopied.value = false),
    );
  };
  return (
    <div class="secret">
      <span class="secret-name">{name}</span>
      <code class="secret-value">{value}</code>
      <button type="button" class="button quiet small" onClick={copy}>
        {isCopied.value ? a("secret.copied") : a("secret.copy")}
      </button>
    </div>
  );
}
