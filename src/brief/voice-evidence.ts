import type { Constraint, Kin, Wish } from "../../schema/brief.ts";

/** Tags of songs with a voice, and its probability. They count against songs whose files have no `vocals` value. */
const SUNG: readonly Kin[] = [
  { name: "vocals", weight: 1 },
  { name: "singer", weight: 1 },
  { name: "singing", weight: 1 },
  { name: "female vocals", weight: 1 },
  { name: "male vocals", weight: 1 },
  { name: "rap", weight: 1 },
  { name: "choir", weight: 0.8 },
  { name: "a cappella", weight: 1 },
  { name: "singer-songwriter", weight: 0.9 },
  { name: "chanson", weight: 0.8 },
  { name: "gospel", weight: 0.6 },
  { name: "opera", weight: 0.7 },
];

/** Returns the tags that are evidence of a voice, if the brief asks for no voice or no lead voice. */
export function voiceEvidence(constraints: readonly Constraint[], wanted: readonly Wish[]): Wish[] {
  const silence = constraints.find((one) => one.kind === "vocals" && (one.want === "none" || one.want === "not_lead"));
  if (silence === undefined) return [];
  // A wanted concept does not count as evidence: "instrumental, with a choir".
  const wishes = new Set(wanted.map(({ name }) => name));
  const kin = SUNG.filter(({ name }) => !wishes.has(name));
  return [{ facet: "instrument", name: "voice", weight: 0.9, from: silence.from, kin, isEvidence: true }];
}

/** Whether such a constraint rules a wish out: "vocals, but no vocals in this one". */
export function isRuledOut(wish: Wish, constraints: readonly Constraint[]): boolean {
  const excludesVoices = constraints.some(
    (one) => one.kind === "vocals" && (one.want === "none" || one.want === "not_lead"),
  );
  return excludesVoices && ["voice", "female vocals", "male vocals"].includes(wish.name);
}
