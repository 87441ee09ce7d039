import { useSignal } from "@preact/signals";
import { Select } from "../../controls/select.tsx";
import { client } from "../../lib/client.ts";
import { pathTo } from "../../lib/router.ts";
import { a } from "../lib/admin-texts.ts";
import { numberText } from "../lib/format.ts";
import { usePaged } from "../lib/paged.ts";
import { type Column, ListTable } from "../parts/list-table.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { StateWord } from "../parts/state-word.tsx";
import { Time } from "../parts/time.tsx";
import { NewKey } from "./new-key.tsx";
import { accessText, type AdminKey, KEY_STATES, MODES, toneOf } from "./key-types.ts";

/** All API keys, and a new one. */
export function KeysPage() {
  const state = useSignal<(typeof KEY_STATES)[number] | "">("");
  const mode = useSignal<(typeof MODES)[number] | "">("");
  const name = useSignal("");
  const list = usePaged<AdminKey>(async (cursor, size) => {
    const query = {
      "page[size]": size,
      ...(cursor === undefined ? {} : { "page[cursor]": cursor }),
      ...(state.value === "" ? {} : { "filter[state]": state.value }),
      ...(mode.value === "" ? {} : { "filter[mode]": mode.value }),
      ...(name.value === "" ? {} : { "filter[name]": name.value }),
    };
    return (await client.adminListKeys({ query })).body;
  }, [state.value, mode.value, name.value].join("\n"));
  return (
    <>
      <h1>{a("keys.title")}</h1>
      <NewKey onMade={() => list.reload()} />
      <section class="sheet">
        <ListTable
          name="keys"
          title={a("keys.title")}
          list={list}
          keyOf={({ id }) => id}
          columns={columns()}
          whenEmpty={a("keys.none")}
          filters={
            <>
              <SearchField
                label={a("keys.filter-name")}
                value={name.value}
                onChoose={(chosen) => (name.value = chosen)}
              />
              <Select
                label={a("keys.state")}
                value={state.value}
                options={[
                  ["", a("keys.state.all")],
                  ...KEY_STATES.map((one) => [one, a(`keys.state.${one}`)] as const),
                ]}
                onChoose={(chosen) => (state.value = chosen)}
              />
              <Select
                label={a("keys.mode")}
                value={mode.value}
                options={[["", a("keys.mode.all")], ...MODES.map((one) => [one, a(`keys.mode.${one}`)] as const)]}
                onChoose={(chosen) => (mode.value = chosen)}
              />
            </>
          }
        />
      </section>
    </>
  );
}

function columns(): readonly Column<AdminKey>[] {
  return [
    {
      title: a("keys.name"),
      cell: ({ id, attributes }) => <a href={pathTo("admin-keys", { id })}>{attributes.name}</a>,
      text: ({ attributes }) => attributes.name,
    },
    {
      title: a("keys.state"),
      cell: (key) => <StateWord tone={toneOf(key)} text={a(`keys.state.${key.attributes.state}`)} />,
      text: ({ attributes }) => attributes.state,
    },
    {
      title: a("keys.mode"),
      cell: ({ attributes }) => a(`keys.mode.${attributes.mode}`),
      text: ({ attributes }) => attributes.mode,
    },
    { title: a("keys.access"), cell: accessText, text: accessText, isMinor: true },
    {
      title: a("keys.rate"),
      cell: ({ attributes }) => numberText(attributes.rate),
      text: ({ attributes }) => String(attributes.rate),
      isNumber: true,
      isMinor: true,
    },
    {
      title: a("keys.images-left"),
      cell: ({ attributes }) => numberText(attributes.images_left),
      text: ({ attributes }) => String(attributes.images_left),
      isNumber: true,
      isMinor: true,
    },
    {
      title: a("keys.video-left"),
      cell: ({ attributes }) => numberText(attributes.video_left),
      text: ({ attributes }) => String(attributes.video_left),
      isNumber: true,
      isMinor: true,
    },
    {
      title: a("keys.last-used"),
      cell: ({ attributes }) => <Time at={attributes.last_used_at} />,
      isTime: true,
      text: ({ attributes }) => attributes.last_used_at ?? "",
    },
    {
      title: a("keys.expires"),
      cell: ({ attributes }) =>
        attributes.expires_at === null ? a("keys.never") : <Time at={attributes.expires_at} />,
      isTime: true,
      text: ({ attributes }) => attributes.expires_at ?? "",
      isMinor: true,
    },
  ];
}
