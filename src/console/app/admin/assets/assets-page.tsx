import { useSignal } from "@preact/signals";
import { Select } from "../../controls/select.tsx";
import { client } from "../../lib/client.ts";
import { pathTo } from "../../lib/router.ts";
import { a } from "../lib/admin-texts.ts";
import { bytesText, numberText } from "../lib/format.ts";
import { filterBy, pageOf } from "../lib/list-query.ts";
import { usePaged } from "../lib/paged.ts";
import { KeyAndDateFields, keyAndDatesQuery, useKeyAndDates } from "../parts/key-and-dates.tsx";
import { type Column, ListTable } from "../parts/list-table.tsx";
import { StateWord } from "../parts/state-word.tsx";
import { Time } from "../parts/time.tsx";
import { type AdminAsset, type AssetStatus, KINDS, STATUSES, toneOfAsset } from "./asset-types.ts";

/** The uploads of all keys, the newest first. */
export function AssetsPage() {
  const shared = useKeyAndDates();
  const kind = useSignal<(typeof KINDS)[number] | "">("");
  const status = useSignal<AssetStatus | "">("");
  const list = usePaged<AdminAsset>(
    async (cursor, size) => {
      const query = {
        ...pageOf(cursor, size),
        ...keyAndDatesQuery(shared),
        ...filterBy("kind", kind.value),
        ...filterBy("status", status.value),
      };
      return (await client.adminListAssets({ query })).body;
    },
    JSON.stringify([kind.value, status.value, keyAndDatesQuery(shared)]),
  );
  return (
    <>
      <h1>{a("assets.title")}</h1>
      <section class="sheet" aria-label={a("assets.title")}>
        <ListTable
          name="uploads"
          title={a("assets.title")}
          list={list}
          keyOf={({ id }) => id}
          columns={columns()}
          whenEmpty={a("assets.none")}
          filters={
            <KeyAndDateFields chosen={shared}>
              <Select
                label={a("assets.kind")}
                value={kind.value}
                options={[["", a("assets.kind.all")], ...KINDS.map((one) => [one, a(`assets.kind.${one}`)] as const)]}
                onChoose={(chosen) => (kind.value = chosen)}
              />
              <Select
                label={a("assets.status")}
                value={status.value}
                options={[
                  ["", a("assets.status.all")],
                  ...STATUSES.map((one) => [one, a(`assets.status.${one}`)] as const),
                ]}
                onChoose={(chosen) => (status.value = chosen)}
              />
            </KeyAndDateFields>
          }
        />
      </section>
    </>
  );
}

function columns(): readonly Column<AdminAsset>[] {
  return [
    {
      title: a("assets.submitted"),
      cell: ({ id, attributes }) => (
        <a href={pathTo("admin-assets", { id })}>
          <Time at={attributes.submitted_at} />
        </a>
      ),
      text: ({ attributes }) => attributes.submitted_at,
    },
    {
      title: a("assets.status"),
      cell: ({ attributes: { status } }) => (
        <StateWord tone={toneOfAsset(status)} text={a(`assets.status.${status}`)} />
      ),
      text: ({ attributes }) => attributes.status,
    },
    {
      title: a("assets.kind"),
      cell: ({ attributes }) => a(`assets.kind.${attributes.media_kind}`),
      text: ({ attributes }) => attributes.media_kind,
    },
    {
      title: a("list.key"),
      cell: ({ attributes }) => <a href={pathTo("admin-keys", { id: attributes.key_id })}>{attributes.key_name}</a>,
      text: ({ attributes }) => attributes.key_name,
    },
    {
      title: a("assets.position"),
      cell: ({ attributes }) => (attributes.position === null ? "–" : numberText(attributes.position)),
      text: ({ attributes }) => String(attributes.position ?? ""),
      isNumber: true,
      isMinor: true,
    },
    {
      title: a("assets.size"),
      cell: ({ attributes }) => bytesText(attributes.byte_size),
      text: ({ attributes }) => String(attributes.byte_size),
      isNumber: true,
      isMinor: true,
    },
    {
      title: a("assets.error"),
      cell: ({ attributes }) => <span class="cut">{attributes.error ?? "–"}</span>,
      text: ({ attributes }) => attributes.error ?? "",
      isMinor: true,
    },
    { title: a("assets.id"), cell: ({ id }) => <code class="cut">{id}</code>, text: ({ id }) => id, isMinor: true },
  ];
}
