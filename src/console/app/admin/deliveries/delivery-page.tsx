import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { client } from "../../lib/client.ts";
import { pathTo } from "../../lib/router.ts";
import { a } from "../lib/admin-texts.ts";
import { saveText } from "../lib/csv.ts";
import { spanText } from "../lib/format.ts";
import { useAct } from "../parts/act.ts";
import { Facts } from "../parts/facts.tsx";
import { type Column, Table } from "../parts/list-table.tsx";
import { OutcomeWord } from "../parts/outcome-word.tsx";
import { StateWord } from "../parts/state-word.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { Time } from "../parts/time.tsx";
import { type AdminDelivery, toneOfStatus } from "./delivery-types.ts";

/** Characters of a body that the page shows. The file has all. */
const SHOWN_MAX = 20_000;

type Attempt = NonNullable<AdminDelivery["attributes"]["log"]>[number];

/** One webhook: its attempts, its body, and sending it again. */
export function DeliveryPage({ id }: { readonly id: string }) {
  const delivery = useSignal<AdminDelivery | null>(null);
  const body = useSignal<string | null>(null);
  const replayed = useSignal<"sent_again" | "hastened" | "under_way" | null>(null);
  const reading = useAct();
  const read = async (): Promise<void> => {
    delivery.value = (await client.adminReadDelivery({ path: { id } })).body.data;
  };
  useEffect(() => reading.read(read), [id]);
  const shown = delivery.value;
  return (
    <>
      <p>
        <a href={pathTo("admin-deliveries")}>{a("deliveries.back")}</a>
      </p>
      <h1>{a("deliveries.one")}</h1>
      <Trouble text={reading.trouble} />
      {shown === null ? null : (
        <>
          <section class="sheet" aria-label={a("deliveries.one")}>
            <Facts facts={factsOf(shown)} />
            <div class="button-row">
              <button
                type="button"
                class="button"
                disabled={reading.isBusy.value}
                onClick={() =>
                  reading.run(async () => {
                    const { data } = (await client.adminReplayDelivery({ path: { id } })).body;
                    replayed.value = data.attributes.result;
                    await read();
                  })
                }
              >
                {a("deliveries.replay")}
              </button>
              <button
                type="button"
                class="button quiet"
                disabled={reading.isBusy.value}
                onClick={() => reading.read(read)}
              >
                {a("list.reload")}
              </button>
            </div>
            <p role="status" class="good">
              {replayed.value === null ? "" : a(`deliveries.${replayed.value}`)}
            </p>
          </section>
          <section class="sheet" aria-labelledby="attempts">
            <h2 id="attempts">{a("deliveries.log")}</h2>
            {(shown.attributes.log ?? []).length === 0 ? (
              <p class="dim">{a("deliveries.log.none")}</p>
            ) : (
              <Table
                title={a("deliveries.log")}
                entries={shown.attributes.log ?? []}
                keyOf={({ number }) => String(number)}
                columns={attemptColumns()}
              />
            )}
          </section>
          <Body
            text={body.value}
            onRead={() =>
              reading.read(async () => {
                const answer = await client.adminReadDeliveryBody({ path: { id } });
                body.value = JSON.stringify(answer.body, null, 2);
              })
            }
            onSave={(text) => saveText(`${id}.json`, text, "application/json")}
          />
        </>
      )}
    </>
  );
}

interface BodyProps {
  readonly text: string | null;
  readonly onRead: () => void;
  readonly onSave: (text: string) => void;
}

function Body({ text, onRead, onSave }: BodyProps) {
  return (
    <section class="sheet" aria-labelledby="body">
      <h2 id="body">{a("deliveries.body")}</h2>
      <p class="dim">{a("deliveries.body.text")}</p>
      {text === null ? (
        <p>
          <button type="button" class="button quiet" onClick={onRead}>
            {a("deliveries.body.show")}
          </button>
        </p>
      ) : (
        <>
          <pre class="code-box" tabIndex={0} role="region" aria-label={a("deliveries.body")}>
            <code>{text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX)}\n…`}</code>
          </pre>
          <p>
            <button type="button" class="button quiet" onClick={() => onSave(text)}>
              {a("deliveries.body.save")}
            </button>
          </p>
        </>
      )}
    </section>
  );
}

function factsOf({ id, attributes }: AdminDelivery) {
  const { status } = attributes;
  return [
    [a("deliveries.status"), <StateWord tone={toneOfStatus(status)} text={a(`deliveries.status.${status}`)} />],
    ["webhook-id", <code>{id}</code>],
    [a("deliveries.url"), <span class="long-text">{attributes.url}</span>],
    [
      a("deliveries.key"),
      attributes.key_id === null ? (
        "–"
      ) : (
        <a href={pathTo("admin-keys", { id: attributes.key_id })}>
          <code>{attributes.key_id}</code>
        </a>
      ),
    ],
    [a("deliveries.search"), <code>{attributes.search_id ?? "–"}</code>],
    [a("deliveries.created"), <Time at={attributes.created_at} />],
    [a("deliveries.finished"), <Time at={attributes.finished_at} />],
    [a("deliveries.next"), <Time at={attributes.next_attempt_at} />],
  ] as const;
}

function attemptColumns(): readonly Column<Attempt>[] {
  return [
    { title: "#", cell: ({ number }) => number, isNumber: true },
    { title: a("deliveries.at"), cell: ({ at }) => <Time at={at} /> },
    {
      title: a("webhook.result"),
      cell: ({ outcome }) => <OutcomeWord outcome={outcome} />,
    },
    { title: a("webhook.detail"), cell: ({ detail }) => detail },
    { title: a("webhook.took"), cell: ({ duration_ms: ms }) => spanText(ms), isNumber: true, isMinor: true },
  ];
}
