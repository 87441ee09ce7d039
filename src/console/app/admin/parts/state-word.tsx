/** A state as a word with a colour. The word alone says it. */
export function StateWord({ tone, text }: { readonly tone: "good" | "unsure" | "bad" | "dim"; readonly text: string }) {
  return <span class={`state-word ${tone}`}>{text}</span>;
}
