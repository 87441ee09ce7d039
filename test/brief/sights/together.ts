import { picture, sure } from "../../support/analyses.ts";
import { CHASE, MUSEUM } from "./films.ts";
import type { SightCase } from "./sight-case.ts";
import { DARK_ALLEY, KITCHEN, SUNNY_BEACH, SUNSET_BEACH } from "./pictures.ts";

/** The same place in nine slightly different pictures. */
const beaches = Array.from({ length: 9 }, (_, at) => ({ ...SUNNY_BEACH, brightness: 0.6 + at / 100 }));

export const TOGETHER: readonly SightCase[] = [
  {
    what: "dark alley",
    analyses: [DARK_ALLEY],
    query: "upbeat and happy",
    wants: ["upbeat", "happy"],
    notWanted: ["dark", "tense", "melancholic", "moody", "noir", "slow", "ominous"],
    tempo: "none",
  },
  {
    what: "dark alley",
    analyses: [DARK_ALLEY],
    query: "nothing dark, nothing tense",
    notWanted: ["dark", "tense", "ominous", "suspenseful", "dark ambient"],
  },
  {
    what: "room in rain",
    analyses: [picture({ weather: sure("rain"), setting: sure("indoor") })],
    query: "no piano",
    wants: ["melancholic"],
    notWanted: ["piano", "felt piano", "solo piano music"],
  },
  {
    what: "sunset beach",
    analyses: [SUNSET_BEACH],
    query: "140 bpm",
    notWanted: ["slow"],
    tempo: "none",
  },
  {
    what: "sunset beach",
    analyses: [SUNSET_BEACH],
    query: "energetic rock, no acoustic guitar",
    wants: ["energetic", "rock", "warm"],
    notWanted: ["calm", "relaxing", "slow", "acoustic guitar"],
    tempo: "none",
  },
  {
    what: "sunset beach",
    analyses: [SUNSET_BEACH],
    query: "dreamy and warm",
    first: ["dream", "warm"],
    wants: ["nostalgic", "calm"],
  },
  {
    what: "sunny beach",
    analyses: [SUNNY_BEACH],
    query: "a dark and sad song",
    wants: ["dark", "sad"],
    notWanted: ["happy", "upbeat", "carefree", "fun", "summer", "positive"],
  },
  {
    what: "chase",
    analyses: [CHASE],
    query: "slow and calm, against the picture",
    wants: ["slow", "calm"],
    notWanted: ["energetic", "fast", "action", "driving beat"],
    tempo: "none",
  },
  {
    what: "nine beaches and an alley",
    analyses: [...beaches, DARK_ALLEY],
    first: ["summer", "happy", "carefree"],
    notWanted: ["dark", "tense"],
    seen: ["sunny beach"],
  },
  {
    what: "ten pictures and a film",
    analyses: [...beaches, KITCHEN, MUSEUM],
    wants: ["happy", "piano", "contemplative"],
    notWanted: ["dark", "frantic"],
    seen: ["sunny beach", "slow pan through rooms"],
  },
  {
    what: "a film against one picture",
    analyses: [CHASE, SUNSET_BEACH],
    first: ["energetic", "driving beat", "building", "fast"],
    notWanted: ["calm", "relaxing"],
  },
];
