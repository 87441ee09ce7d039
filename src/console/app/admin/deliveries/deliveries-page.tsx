import { useSignal } from "@preact/signals";
import { Select } from "../../controls/select.tsx";
import { client } from "../../lib/client.ts";
import { pathTo } from "../../lib/router.ts";
import { a } from "../lib/admin-texts.ts";
import { numberText } from "../lib/format.ts";
import { filterBy, pageOf } from "../lib/list-query.ts";
import { usePaged } from "../lib/paged.ts";
import { KeyAndDateFields, keyAndDatesQuery, useKeyAndDates } from "../parts/key-and-dates.tsx";
import { type Column, ListTable } from "../parts/list-table.tsx";
import { StateWord } from "../parts/state-word.tsx";
import { Time } from "../parts/time.tsx";
import { type AdminDelivery, DELIVERY_STATUSES, toneOfStatus } from "./delivery-types.ts";

/** All webhooks, the newest first. */
export function DeliveriesPage() {
  const shared = useKeyAndDates();
  const status = useSignal<(typeof DELIVERY_STATUSES)[number] | "">("");
  const list = usePaged<AdminDelivery>(
    async (cursor, size) => {
      const query = {
        ...pageOf(cursor, size),
        ...keyAndDatesQuery(shared),
        ...filterBy("status", status.value),
      };
      return (await client.adminListDeliveries({ query })).body;
    },
    JSON.stringify([status.value, keyAndDatesQuery(shared)]),
  );
  return (
    <>
      <h1>{a("deliveries.title")}</h1>
      <section class="sheet">
        <ListTable
          name="deliveries"
          title={a("deliveries.title")}
          list={list}
          keyOf={({ id }) => id}
          columns={columns()}
          whenEmpty={a("deliveries.none")}
          filters={
            <KeyAndDateFields chosen={shared}>
              <Select
                label={a("deliveries.status")}
                value={status.value}
                options={[
                  ["", a("deliveries.status.all")],
                  ...DELIVERY_STATUSES.map((one) => [one, a(`deliveries.status.${one}`)] as const),
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

function columns(): readonly Column<AdminDelivery>[] {
  return [
    {
      title: a("deliveries.created"),
      cell: ({ id, attributes }) => (
        <a href={pathTo("admin-deliveries", { id })}>
          <Time at={attributes.created_at} />
        </a>
      ),
      text: ({ attributes }) => attributes.created_at,
    },
    {
      title: a("deliveries.status"),
      cell: ({ attributes: { status } }) => (
        <StateWord tone={toneOfStatus(status)} text={a(`deliveries.status.${status}`)} />
      ),
      text: ({ attributes }) => attributes.status,
    },
    {
      title: a("deliveries.url"),
      cell: ({ attributes }) => <span class="cut">{attributes.url}</span>,
      text: ({ attributes }) => attributes.url,
    },
    {
      title: a("deliveries.attempts"),
      cell: ({ attributes }) => numberText(attributes.attempts),
      text: ({ attributes }) => String(attributes.attempts),
      isNumber: true,
    },
    {
      title: a("deliveries.last"),
      cell: ({ attributes }) => <span class="cut">{attributes.last_detail ?? "–"}</span>,
      text: ({ attributes }) => attributes.last_detail ?? "",
      isMinor: true,
    },
    {
      title: a("deliveries.next"),
      cell: ({ attributes }) => <Time at={attributes.next_attempt_at} />,
      isTime: true,
      text: ({ attributes }) => attributes.next_attempt_at ?? "",
      isMinor: true,
    },
  ];
}
