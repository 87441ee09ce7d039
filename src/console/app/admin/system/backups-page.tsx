import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { AdminBackupList, BackupScheduleDocument } from "../../../../../clients/typescript/operations.ts";
import { client } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";
import { bytesText } from "../lib/format.ts";
import { pageOf } from "../lib/list-query.ts";
import { isBetween, matching } from "../lib/matching.ts";
import { usePaged } from "../lib/paged.ts";
import { useAct } from "../parts/act.ts";
import { DateFields } from "../parts/date-fields.tsx";
import { Facts } from "../parts/facts.tsx";
import { ListTable } from "../parts/list-table.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { Time } from "../parts/time.tsx";

type Backup = AdminBackupList["data"][number];

type Schedule = BackupScheduleDocument["data"]["attributes"];

const READ_EVERY_MS = 2_000;

/** The schedule of backups, the backups to download, and another one now. */
export function BackupsPage() {
  const schedule = useSignal<Schedule | null>(null);
  const reading = useAct();
  const making = useAct();
  const from = useSignal("");
  const to = useSignal("");
  const list = usePaged<Backup>(
    matching(
      async (cursor, size) => (await client.adminListBackups({ query: pageOf(cursor, size) })).body,
      from.value !== "" || to.value !== "",
      ({ attributes }) => isBetween(attributes.created_at, from.value, to.value),
    ),
    `${from.value} ${to.value}`,
  );
  const read = async (): Promise<void> => {
    const wasRunning = typeof schedule.peek()?.running_since === "string";
    const { attributes } = (await client.adminReadBackupSchedule()).body.data;
    schedule.value = attributes;
    if (wasRunning && attributes.running_since === null) list.reload();
  };
  const isRunning = typeof schedule.value?.running_since === "string";
  useEffect(() => {
    reading.read(read);
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
          <>
            <p>{a("backups.no-folder")}</p>
            <ScheduleLines schedule={shown} />
          </>
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
            <details>
              <summary>{a("backups.change")}</summary>
              <ScheduleLines schedule={shown} />
            </details>
          </>
        )}
        <ListTable
          name="backups"
          title={a("backups.title")}
          list={list}
          keyOf={({ id }) => id}
          whenEmpty={a("backups.none")}
          filters={<DateFields from={from} to={to} />}
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
              cell: ({ attributes }) => <Time at={attributes.created_at} />,
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

/** The settings of the schedule as lines to copy. A browser cannot set them, because a backup has all secrets. */
function ScheduleLines({ schedule }: { readonly schedule: Schedule }) {
  const { folder, every_hours: everyHours, keep, with_media: withMedia } = schedule;
  const lines = [
    `NEEDLEDROP_BACKUP_DIR=${folder ?? "/backup/needledrop"}`,
    `NEEDLEDROP_BACKUP_EVERY=${everyHours ?? 24}`,
    `NEEDLEDROP_BACKUP_KEEP=${keep ?? 7}`,
    `NEEDLEDROP_BACKUP_MEDIA=${withMedia ? "yes" : "no"}`,
  ];
  return (
    <>
      <p class="dim">{a("backups.change.how")}</p>
      <pre class="code-box">{lines.join("\n")}</pre>
    </>
  );
}
