import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { filterBy } from "../lib/list-query.ts";
import { DateFields } from "./date-fields.tsx";
import { KeySelect } from "./key-select.tsx";

/** A key and a range of days as filters of a list. Empty texts filter nothing. */
interface KeyAndDates {
  readonly key: Signal<string>;
  readonly from: Signal<string>;
  readonly to: Signal<string>;
}

export function useKeyAndDates(): KeyAndDates {
  return { key: useSignal(""), from: useSignal(""), to: useSignal("") };
}

/** The parameters of a request. */
export function keyAndDatesQuery({ key, from, to }: KeyAndDates) {
  return { ...filterBy("key", key.value), ...filterBy("from", from.value), ...filterBy("to", to.value) };
}

/** The fields, with other filters of the list after the key. */
export function KeyAndDateFields({
  chosen,
  children,
}: {
  readonly chosen: KeyAndDates;
  readonly children?: ComponentChildren;
}) {
  const { key, from, to } = chosen;
  return (
    <>
      <KeySelect value={key.value} onChoose={(id) => (key.value = id)} />
      {children}
      <DateFields from={from} to={to} />
    </>
  );
}
