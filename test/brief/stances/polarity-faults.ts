import type { Brief } from "../../../schema/brief.ts";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { MAILS } from "./mails.ts";
import type { PolarityForm, PolarityLine } from "./polarity-lines.ts";

/** Wishes that mean a voice. */
const VOICES: ReadonlySet<string> = new Set(["vocals", "voice", "singing"]);

/** Returns what a brief reads wrongly in a line, in words; empty if it reads the line rightly. */
export function polarityFaults(line: PolarityLine, form: PolarityForm): readonly string[] {
  const brief = briefOf(line, form);
  return [
    ...line.refused.filter((name) => isWanted(brief, name)).map((name) => `wants ${name}`),
    ...line.wanted.filter((name) => !isWanted(brief, name)).map((name) => `does not want ${name}`),
    ...line.refused.filter((name) => !isAvoided(brief, name)).map((name) => `does not avoid ${name}`),
    ...[...line.leftAlone, ...line.wanted].filter((name) => isAvoided(brief, name)).map((name) => `avoids ${name}`),
  ];
}

function briefOf({ lang, text }: PolarityLine, form: PolarityForm): Brief {
  if (form === "query") return parseBrief({ query: text, context: null });
  const joint = text.includes("\n") ? "\n\n" : " ";
  return parseBrief({ query: `${MAILS.get(lang) ?? ""}${joint}${text}`, context: null });
}

function isWanted({ wanted, constraints }: Brief, name: string): boolean {
  if (name !== "vocals") return wanted.some((wish) => wish.name === name && wish.isImplied !== true);
  return (
    wanted.some((wish) => VOICES.has(wish.name)) ||
    constraints.some((one) => one.kind === "vocals" && (one.want === "lead" || one.want === "background"))
  );
}

function isAvoided({ avoided, constraints }: Brief, name: string): boolean {
  if (name !== "vocals") return avoided.some((wish) => wish.name === name);
  return (
    avoided.some((wish) => VOICES.has(wish.name) && wish.isEvidence !== true) ||
    constraints.some((one) => one.kind === "vocals" && (one.want === "none" || one.want === "not_lead"))
  );
}
