import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Select } from "../../controls/select.tsx";
import { client } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { loadAll } from "../lib/paged.ts";
import { pageOf } from "../lib/list-query.ts";

interface KeySelectProps {
  /** The id of a key; empty for all. */
  readonly value: string;
  readonly onChoose: (id: string) => void;
}

/** A key as a filter of a list, by its name. */
export function KeySelect({ value, onChoose }: KeySelectProps) {
  const keys = useSignal<readonly (readonly [string, string])[]>([]);
  useEffect(() => {
    loadAll(async (cursor, size) => (await client.adminListKeys({ query: pageOf(cursor, size) })).body).then(
      (all) => (keys.value = all.map(({ id, attributes }) => [id, attributes.name] as const)),
      // Without the names, the list is only not filtered; its own request says what is wrong.
      () => undefined,
    );
  }, []);
  return (
    <Select
      label={a("list.key")}
      value={value}
      options={[["", a("list.key.all")], ...keys.value]}
      onChoose={onChoose}
    />
  );
}
