import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Select } from "../../controls/select.tsx";
import { client } from "../../lib/client.ts";
import { dateLanguage } from "../../lib/texts.ts";
import { a } from "../lib/admin-texts.ts";
import { saveText } from "../lib/csv.ts";
import { numberText, zonedTimeText } from "../lib/format.ts";
import { useAct } from "../parts/act.ts";
import { SearchField } from "../parts/search-field.tsx";
import { StateWord } from "../parts/state-word.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { followLog, type ShownLogLevel, type ShownLogLine, type LogStream } from "./log-stream.ts";

const LEVELS = ["debug", "info", "warn", "error"] as const;

/** The last lines of the server's log, and each new one. */
export function LogPage() {
  const level = useSignal<ShownLogLevel>("debug");
  const about = useSignal("");
  const isPaused = useSignal(false);
  const stream = useSignal<LogStream | null>(null);
  const checking = useAct();
  useEffect(() => {
    if (isPaused.value) {
      stream.peek()?.close();
      return undefined;
    }
    const opened = followLog({ level: level.value, about: about.value });
    stream.value = opened;
    return () => opened.close();
  }, [level.value, about.value, isPaused.value]);
  const shown = stream.value;
  const state = isPaused.value ? "paused" : (shown?.state.value ?? "connecting");
  useEffect(() => {
    // A stream has no text of an error; the list of the same lines has one.
    if (state === "ended") checking.run(async () => void (await client.adminListLog({ query: { "page[size]": 1 } })));
  }, [state]);
  const lines = shown?.lines.value ?? [];
  const missed = shown?.missed.value ?? 0;
  return (
    <>
      <h1>{a("log.title")}</h1>
      <p class="dim">{a("log.text")}</p>
      <section class="sheet" aria-label={a("log.title")}>
        <div class="list-bar">
          <Select
            label={a("log.level")}
            value={level.value}
            options={LEVELS.map((one) => [one, a(`log.level.${one}`)] as const)}
            onChoose={(chosen) => (level.value = chosen)}
          />
          <SearchField label={a("log.about")} value={about.value} onChoose={(chosen) => (about.value = chosen)} />
          <span class="list-bar-end">
            <span role="status">
              <StateWord
                tone={state === "live" ? "good" : "dim"}
                text={a(state === "ended" ? "log.paused" : `log.${state}`)}
              />
            </span>
            <button type="button" class="button quiet small" onClick={() => (isPaused.value = !isPaused.value)}>
              {a(isPaused.value ? "log.follow" : "log.pause")}
            </button>
            <button
              type="button"
              class="button quiet small"
              disabled={lines.length === 0}
              onClick={() => saveText("needledrop-log.jsonl", jsonLinesOf(lines), "application/jsonl")}
            >
              {a("log.save")}
            </button>
          </span>
        </div>
        <Trouble text={checking.trouble} />
        {missed === 0 ? null : <p class="dim">{a("log.missed", { count: numberText(missed) })}</p>}
        {lines.length === 0 ? <p class="dim">{a("log.none")}</p> : <Lines lines={lines} />}
      </section>
    </>
  );
}

function Lines({ lines }: { readonly lines: readonly ShownLogLine[] }) {
  return (
    <ol class="plain-list log-lines" aria-label={a("log.title")} tabIndex={0}>
      {lines.map(({ id, attributes: { at, level, message, fields } }) => (
        <li key={id} class={`log-line ${level}`}>
          <time dateTime={at} title={zonedTimeText(at)}>
            {timeOf(at)}
          </time>
          <span class="log-level">{level}</span>
          <span class="log-message">
            {message} <span class="log-fields">{fieldsText(fields)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** With milliseconds, because lines of one request are close together. */
function timeOf(at: string): string {
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 } as const;
  return new Date(at).toLocaleTimeString(dateLanguage.value, time);
}

function fieldsText(fields: ShownLogLine["attributes"]["fields"]): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(" ");
}

/** The oldest first, as a log file has them. */
function jsonLinesOf(lines: readonly ShownLogLine[]): string {
  return lines
    .toReversed()
    .map(
      ({ attributes: { at, level, message, fields } }) =>
        `${JSON.stringify({ level, time: at, ...fields, msg: message })}\n`,
    )
    .join("");
}
