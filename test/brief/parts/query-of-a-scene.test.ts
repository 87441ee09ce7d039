import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";

const STORY =
  "INT. HOSPITAL - CORRIDOR - NIGHT. A vending machine hums in its corner. TOM feeds it coins, one after another, though nothing " +
  "drops. Behind the glass a nurse counts out loud, the way you would count for a child. Now he folds the parking ticket smaller " +
  "and smaller. A door opens at the end of the corridor. A doctor, walking too slowly. Tom sits down before she has said a word.";

const CONSTRAINED = [
  "70 bpm",
  "slower than 90",
  "around 90 bpm, piano",
  "energetic rock, 140 bpm",
  "slow piano, around 70 bpm",
  "warm, 90 bpm, under two minutes",
  "something warm, not faster than 100 bpm",
  "We need slow piano music around 70 bpm",
  "sad strings, 2 minutes",
  "a track of 90 seconds, ambient",
  "track length 60 seconds, sad",
  "nothing longer than two minutes",
  "Please find a sad piano track under two minutes",
  "hopeful piano, 80-90 bpm, under 2:30",
  "one-stop, under 3 minutes",
  "only songs from the 60s",
  "songs released before 1980, sad",
  "piano and strings, released after 2019",
  "in a minor key, slow",
  "in C minor, 70 bpm",
  "clean lyrics",
  "clean lyrics only, hip hop, 90 bpm",
  "hip hop without swearing, 95 bpm",
  "no explicit lyrics",
  "instrumental piano, with stems only",
  "female vocals, 90 bpm",
  "high energy",
  "low energy, no drums",
  "no AI music",
  "from the playlist Night Drive",
  "musique lente, 70 bpm, moins de deux minutes",
  "sans paroles, 80 bpm",
  "langsames Klavier, um die 70 bpm",
  "Nur instrumental, 2 Minuten",
  "piano lento, 70 bpm, máximo dos minutos",
  "letras limpias, 100 bpm",
  "senza voce, massimo due minuti",
  "piano lento, 70 bpm, no máximo dois minutos",
];

/** Returns the names of the wishes that a query states beside a long context. */
function stated(query: string): readonly string[] {
  const { wanted } = parseBrief({ query, context: STORY });
  return wanted.filter(({ weight }) => weight >= 0.85).map(({ name }) => name);
}

describe("a query with constraints beside a long context", () => {
  test.each(CONSTRAINED)("keeps them: %j", (query) => {
    const alone = parseBrief({ query, context: null }).constraints;
    expect(alone).not.toEqual([]);
    expect(parseBrief({ query, context: STORY }).constraints).toEqual(alone);
  });

  test.each([
    ["energetic rock, 140 bpm", ["energetic", "rock"]],
    ["sad strings, 2 minutes", ["sad", "strings"]],
    ["hopeful piano, 80-90 bpm, under 2:30", ["hopeful", "piano"]],
    ["Please find a sad piano track under two minutes", ["sad", "piano"]],
  ])("keeps its wishes: %j", (query, names) => {
    expect(stated(query)).toEqual(expect.arrayContaining([...names]));
  });

  test("keeps a constraint with a cue beside other words", () => {
    const query = "For the reveal behind the glass door, maximum tempo 90 bpm";
    expect(parseBrief({ query, context: STORY }).constraints.map(({ kind }) => kind)).toEqual(["tempo"]);
  });

  test.each([
    "episode 3, 45 minutes",
    "Please send the cut by Monday, the film is 2 minutes long",
    "She waits two minutes at the door",
    "A man runs for two minutes without a word",
    "a 30 second spot for a bank",
    "The Last Waltz, 1978",
    "Final invoice, two minutes late",
  ])("takes no length of a film, a story or a job for that of the music: %j", (query) => {
    expect(parseBrief({ query, context: STORY }).constraints).toEqual([]);
    expect(stated(query)).toEqual([]);
  });
});
