/** A section that repeats, in seconds. Without an end, it is being set and does not repeat yet. */
export interface Section {
  readonly from: number;
  readonly to: number | null;
}

/** A shorter section would only stutter. */
const SECTION_MIN_SECONDS = 0.5;

/** Returns the section between two positions in any order, or null if it is too short. */
export function sectionBetween(one: number, other: number): Section | null {
  const section = { from: Math.min(one, other), to: Math.max(one, other) };
  return section.to - section.from < SECTION_MIN_SECONDS ? null : section;
}

/** Returns the section with another start. An end before it is forgotten. */
export function startedAt(section: Section | null, from: number): Section {
  const to = section?.to ?? null;
  return { from, to: to !== null && to - from >= SECTION_MIN_SECONDS ? to : null };
}

/** Returns the section with another end. Without a start before it, it begins with the song. */
export function endedAt(section: Section | null, to: number): Section | null {
  const from = section?.from ?? 0;
  return sectionBetween(to - from >= SECTION_MIN_SECONDS ? from : 0, to);
}

/** Returns where to go on from a position: the start of the section after its end. */
export function positionIn(section: Section | null, seconds: number): number {
  return section?.to !== undefined && section.to !== null && seconds >= section.to ? section.from : seconds;
}
