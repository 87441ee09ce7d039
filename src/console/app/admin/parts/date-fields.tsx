import type { Signal } from "@preact/signals";
import { a } from "../lib/admin-texts.ts";
import { DateField } from "./date-field.tsx";

/** A range of days as a filter of a list. */
export function DateFields({ from, to }: { readonly from: Signal<string>; readonly to: Signal<string> }) {
  return (
    <>
      <DateField label={a("usage.from")} value={from.value} onChoose={(day) => (from.value = day)} />
      <DateField label={a("usage.to")} value={to.value} onChoose={(day) => (to.value = day)} />
    </>
  );
}
