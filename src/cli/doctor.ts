import { NotTheOwner } from "../app/act-as-owner.ts";
import type { Check } from "../app/checks/check.ts";
import { type Diagnosis, diagnose } from "../app/doctor.ts";
import { systemClock } from "../lib/clock.ts";
import { printable } from "../lib/printable.ts";
import { becomeOwner } from "./become-owner.ts";
import type { Command, Invocation } from "./command.ts";
import { DONE, FAILED } from "./exit-status.ts";
import { printResult } from "./print.ts";
import { renderTable } from "./table.ts";

export const doctor: Command = {
  name: "doctor",
  summary: "check the installation and say how to fix each problem",
  positionals: [],
  options: [],
  anyUser: true,
  notes: `Checks the configuration, the data folder and its disk, whether a server is running, the databases, waiting and failed jobs,
the search index, missing and unusable media, sharp, ffprobe and ffmpeg, vocabulary.jsonl, the blocklist, the watermark, the clock, TLS
certificates, the embedding model and the vision model. The exit status is 1 if a check fails.`,
  async run(invocation) {
    const { given, io } = invocation;
    const overrides = { data: given.text("data"), config: given.text("config") };
    const notTheOwner = userFault(invocation);
    const diagnosis = await diagnose({ environment: io.environment, overrides, clock: systemClock, notTheOwner });
    const isSound = diagnosis.checks.every((check) => check.status !== "fail");
    await printResult(invocation, { ok: isSound, ...diagnosis }, textOf(diagnosis));
    return isSound ? DONE : FAILED;
  },
};

/** Runs the checks as the owner, for whom the server runs. Returns why that is impossible, or null. */
function userFault(invocation: Invocation): NotTheOwner | null {
  try {
    becomeOwner(invocation);
    return null;
  } catch (error) {
    if (error instanceof NotTheOwner) return error;
    throw error;
  }
}

function textOf({ settings, checks }: Diagnosis): string {
  const set = settings.map(({ name, value, source }) => [name, value === "" ? "-" : value, source]);
  const failed = checks.filter((check) => check.status === "fail").length;
  const warned = checks.filter((check) => check.status === "warn").length;
  const verdict =
    failed + warned === 0
      ? "All checks passed."
      : `${failed} failed, ${warned} with a warning; the arrows say what to do.`;
  return `${renderTable(set, { header: ["SETTING", "VALUE", "SOURCE"] })}\n${checks.map(lineOf).join("")}\n${verdict}\n`;
}

function lineOf(check: Check): string {
  const line = `${check.status.padEnd(4)}  ${check.name}: ${printable(check.detail)}\n`;
  return check.status === "ok" ? line : `${line}      → ${printable(check.advice)}\n`;
}
