import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AdminBackupList, BackupScheduleDocument } from "../../../../../clients/typescript/operations.ts";
import { client } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { bytesText, timeText } from "../lib/format.ts";
import { usePaged } from "../lib/paged.ts";
import { useAct } from "../parts/act.ts";
import { Facts } from "../parts/facts.tsx";
import { ListTable } from "../parts/list-table.tsx";
import { Trouble } from "../parts/trouble.tsx";

type Backup = AdminBackupList["data"][number];

const READ_EVERY_MS = 2_000;

/** The schedule of backups, the backups to download, and another one now. */
export function BackupsPage() {
  const schedule = useSignal<BackupScheduleDocument["data"]["attributes"] | null>(null);
  const reading = useAct();
  const making = useAct();
  const list = usePaged<Backup>(async (cursor, size) => {
    const query = { "page[size]": size, ...(cursor === undefined ? {} : { "page[cursor]": cursor }) };
    return (await client.adminListBackups({ query })).body;
  }, "");
  const read = async (): Promise<void> => {
    const wasRunning = typeof schedule.peek()?.running_since === "string";
    const { attributes } = (await client.adminReadBackupSchedule()).body.data;
    schedule.value = attributes;
    if (wasRunning && attributes.running_since === null) list.reload();
  };
  const isRunning = typeof schedule.value?.running_since === "string";
  useEffect(() => {
    reading.run(read);
    if (!isRunning) return undefined;
    const timer = setInterval(() => reading.run(read), READ_EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  const shown = schedule.value;
  return (
    <>
      <h1>{a("backups.title")}</h1>
      <section class="sheet" aria-label={a("backups.title")}>
        <Trouble text={reading.trouble} />
        {shown === null ? null : shown.folder === null ? (
          <p>
            {a("backups.no-folder")} <code>BACKUP_DIR</code>
          </p>
        ) : (
          <>
            <Facts
              facts={[
                [a("backups.folder"), <code>{shown.folder}</code>],
                [a("backups.every"), a("backups.hours", { hours: shown.every_hours ?? 0 })],
                [a("backups.keep"), shown.keep ?? "–"],
                [a("backups.media"), shown.with_media ? a("usage.yes") : a("usage.no")],
              ]}
            />
            <p>
              <button
                type="button"
                class="button"
                disabled={making.isBusy.value || isRunning}
                onClick={() =>
                  making.run(async () => {
                    schedule.value = (await client.adminMakeBackup()).body.data.attributes;
                  })
                }
              >
                {a("backups.make")}
              </button>
            </p>
            <p role="status">{isRunning ? a("backups.running") : ""}</p>
            {shown.failure === null ? null : <p class="trouble">{shown.failure}</p>}
            <Trouble text={making.trouble} />
          </>
        )}
        <ListTable
          name="backups"
          title={a("backups.title")}
          list={list}
          keyOf={({ id }) => id}
          whenEmpty={a("backups.none")}
          columns={[
            {
              title: a("backups.file"),
              cell: ({ id }) => (
                <a href={`/v1/admin/backups/${id}/file`} download>
                  {id}
                </a>
              ),
              text: ({ id }) => id,
            },
            {
              title: a("history.at"),
              cell: ({ attributes }) => timeText(attributes.created_at),
              isTime: true,
              text: ({ attributes }) => attributes.created_at,
            },
            {
              title: a("backups.size"),
              cell: ({ attributes }) => bytesText(attributes.bytes),
              text: ({ attributes }) => String(attributes.bytes),
              isNumber: true,
            },
          ]}
        />
      </section>
    </>
  );
}
