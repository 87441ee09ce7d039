import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AdminSettingList, AdminStorageDocument } from "../../../../../clients/typescript/operations.ts";
import { client } from "../../lib/client.ts";
import { health, readHealth } from "../../lib/health.ts";
import { a } from "../lib/admin-texts.ts";
import { bytesText } from "../lib/format.ts";
import { usePaged } from "../lib/paged.ts";
import { useAct } from "../parts/act.ts";
import { Facts } from "../parts/facts.tsx";
import { ListTable } from "../parts/list-table.tsx";
import { StateWord } from "../parts/state-word.tsx";
import { Trouble } from "../parts/trouble.tsx";

type Setting = AdminSettingList["data"][number];

const READ_EVERY_MS = 5_000;

/** Health and storage as they change, and the settings in force. */
export function SystemPage() {
  const storage = useSignal<AdminStorageDocument["data"]["attributes"] | null>(null);
  const reading = useAct();
  useEffect(() => {
    const read = (): void =>
      reading.run(async () => {
        await readHealth();
        storage.value = (await client.adminReadStorage()).body.data.attributes;
      });
    read();
    const timer = setInterval(read, READ_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const list = usePaged<Setting>(async () => (await client.adminListSettings()).body, "");
  const shown = storage.value;
  return (
    <>
      <h1>{a("system.title")}</h1>
      <section class="sheet" aria-labelledby="health">
        <h2 id="health">{a("system.health")}</h2>
        <Trouble text={reading.trouble} />
        <ul class="plain-list checks">
          {health.value?.checks.map(({ name, ok, detail }) => (
            <li key={name}>
              <StateWord tone={ok ? "good" : "bad"} text={name} /> <span>{detail}</span>
            </li>
          ))}
        </ul>
      </section>
      <section class="sheet" aria-labelledby="storage">
        <h2 id="storage">{a("system.storage")}</h2>
        {shown === null ? null : (
          <Facts
            facts={[
              [a("system.folder"), <code>{shown.data_folder}</code>],
              [a("system.database"), bytesText(shown.database_bytes)],
              [a("system.catalog"), bytesText(shown.catalog_bytes)],
              [a("system.free"), `${bytesText(shown.disk_free_bytes)} / ${bytesText(shown.disk_total_bytes)}`],
            ]}
          />
        )}
      </section>
      <section class="sheet" aria-labelledby="settings">
        <h2 id="settings">{a("system.settings")}</h2>
        <ListTable
          name="settings"
          title={a("system.settings")}
          list={list}
          keyOf={({ id }) => id}
          whenEmpty=""
          columns={[
            { title: a("system.setting"), cell: ({ id }) => <code>{id}</code>, text: ({ id }) => id },
            {
              title: a("system.value"),
              cell: ({ attributes }) => <span class="long-text">{attributes.value}</span>,
              text: ({ attributes }) => attributes.value,
            },
            {
              title: a("system.source"),
              cell: ({ attributes }) => attributes.source,
              text: ({ attributes }) => attributes.source,
              isMinor: true,
            },
          ]}
        />
      </section>
    </>
  );
}
