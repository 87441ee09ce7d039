import { colours, film, sure } from "../../support/analyses.ts";
import type { SightCase } from "./sight-case.ts";

const outdoors = { setting: sure("outdoor", 0.96) };
const indoors = { setting: sure("indoor", 0.95), scenes: [sure("indoor", 0.85)] };
const silence = { loudness: null, silence_share: 1, speech_share: 0, music_bpm: null };
const flat = { peak_at: null, values: [0.3, 0.3, 0.3] };

export const CHASE = film({
  ...outdoors,
  scenes: [sure("road", 0.5), sure("city", 0.3)],
  pace: 0.95,
  motion: 35,
  cuts: 40,
  cuts_per_minute: 40,
  cut_curve: [25, 30, 45, 60],
  duration: 60,
  camera: sure("hand-held", 0.7),
  energy: 0.9,
  energy_curve: { shape: "builds", peak_at: 50, values: [0.5, 0.6, 0.9] },
});

export const MUSEUM = film({
  ...indoors,
  brightness: 0.6,
  saturation: 0.12,
  pace: 0.2,
  motion: 3,
  cuts: 1,
  cuts_per_minute: 1,
  cut_curve: [1, 1, 1],
  camera: sure("slow pan", 0.8),
  duration: 60,
  sound: silence,
  energy_curve: { shape: "steady", ...flat },
});

export const FILMS: readonly SightCase[] = [
  {
    what: "fast chase with 40 cuts a minute",
    analyses: [CHASE],
    wants: ["energetic", "fast", "driving beat", "building", "tense"],
    notWanted: ["calm", "slow", "relaxing", "ambient", "carefree"],
    seen: ["chase", "film that builds", "cuts that quicken"],
    bpm: 135,
  },
  {
    what: "silent slow museum pan",
    analyses: [MUSEUM],
    first: ["piano", "contemplative"],
    wants: ["slow", "minimal"],
    notWanted: ["energetic", "party", "fast", "frantic"],
    seen: ["slow pan through rooms", "silent film"],
    bpm: 72,
  },
  {
    what: "flight over snowy mountains",
    analyses: [
      film({
        ...outdoors,
        scenes: [sure("mountain", 0.85)],
        brightness: 0.7,
        saturation: 0.1,
        warmth: -0.2,
        palette: colours(["#f4f6fa", 0.5], ["#8fa3b8", 0.3]),
        pace: 0.3,
        motion: 6,
        cuts: 2,
        cuts_per_minute: 2,
        cut_curve: [2, 2, 2],
        camera: sure("slow pan", 0.8),
      }),
    ],
    wants: ["expansive", "majestic", "awe-inspiring", "cinematic", "strings"],
    notWanted: ["urban", "frantic", "party", "tropical"],
    seen: ["slow flight over a landscape"],
    bpm: 80,
  },
  {
    what: "interview",
    analyses: [
      film({
        ...indoors,
        pace: 0.24,
        cuts_per_minute: 4,
        cut_curve: [4, 4, 4],
        energy_curve: { shape: "steady", ...flat },
        sound: { loudness: -22, silence_share: 0.1, speech_share: 0.8, music_bpm: null },
      }),
    ],
    first: ["instrumental", "background", "understated arrangement"],
    wants: ["understated arrangement", "minimal"],
    notWanted: ["vocals", "loud", "sing-along", "energetic", "catchy"],
    seen: ["film full of talk"],
  },
  {
    what: "a street with music in it already",
    analyses: [
      film({
        ...outdoors,
        scenes: [sure("city", 0.8)],
        sound: { loudness: -18, silence_share: 0, speech_share: 0.05, music_bpm: 100 },
      }),
    ],
    bpm: 100,
  },
  {
    what: "night drive, steady camera",
    analyses: [
      film({
        ...outdoors,
        time_of_day: sure("night"),
        scenes: [sure("road", 0.9)],
        brightness: 0.3,
        pace: 0.45,
        motion: 12,
        camera: sure("pan", 0.7),
        energy_curve: { shape: "steady", ...flat },
      }),
    ],
    wants: ["moody", "cool"],
    notWanted: ["happy", "rustic", "children", "carefree"],
  },
  {
    what: "club with flickering coloured lights",
    analyses: [
      film({
        ...indoors,
        time_of_day: sure("night", 0.7),
        brightness: 0.3,
        colourfulness: 0.6,
        saturation: 0.45,
        flicker: 0.5,
        pace: 0.85,
        cuts_per_minute: 25,
        cut_curve: [25, 25, 25],
        energy: 0.8,
      }),
    ],
    first: ["electronic", "energetic"],
    wants: ["electronic", "energetic", "pulsing"],
    notWanted: ["calm", "folk", "rustic", "lullaby"],
    bpm: 125,
  },
  {
    what: "a scene that falls into darkness",
    analyses: [
      film({
        ...indoors,
        brightness_curve: [0.6, 0.5, 0.4, 0.3, 0.2, 0.1],
        energy_curve: { shape: "falls", peak_at: null, values: [0.7, 0.5, 0.2] },
        pace: 0.2,
      }),
    ],
    wants: ["slow", "dark"],
    notWanted: ["uplifting", "build-up", "happy", "building", "ominous"],
    seen: ["film that darkens", "film that falls"],
  },
  {
    what: "dawn over fields, growing light",
    analyses: [
      film({
        ...outdoors,
        scenes: [sure("open", 0.8)],
        brightness_curve: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
        warmth_curve: [-0.2, -0.1, 0, 0.1, 0.2, 0.4],
        energy_curve: { shape: "builds", peak_at: null, values: [0.1, 0.2, 0.4] },
        pace: 0.15,
        cuts_per_minute: 2,
        cut_curve: [2, 2, 2],
      }),
    ],
    first: ["building"],
    wants: ["hopeful", "uplifting", "expansive"],
    notWanted: ["dark", "urban", "ominous", "static"],
    seen: ["film that brightens"],
  },
  {
    what: "a still picture as a film",
    analyses: [
      film({
        pace: 0,
        motion: 0,
        cuts: 0,
        cuts_per_minute: 0,
        cut_curve: [0, 0, 0],
        camera: sure("still"),
        energy_curve: { shape: "steady", peak_at: null, values: [0, 0, 0] },
      }),
    ],
    first: ["slow"],
    notWanted: ["energetic", "fast", "calm", "ambient", "minimal", "sparse"],
    seen: ["hardly any movement"],
    bpm: 68,
  },
  {
    what: "stills that are cut fast",
    analyses: [film({ cuts_per_minute: 60, pace: 0.85, motion: 0, activity: 0, cut_times: [1, 2, 3, 4, 5, 6, 7, 8] })],
    wants: ["rhythmic"],
    notWanted: ["frantic", "action", "calm"],
    seen: ["very fast cuts"],
    tempo: "none",
  },
  {
    what: "regular cuts of a dance",
    analyses: [film({ cuts_per_minute: 60, pace: 0.9, motion: 8, activity: 0.3, cut_times: [1, 2, 3, 4, 5, 6, 7, 8] })],
    wants: ["energetic", "fast"],
    seen: ["very fast cuts and movement"],
    bpm: 120,
  },
  {
    what: "a street at nightfall with the noise of a crowd",
    analyses: [
      film({
        changes: ["day to night", "bright to dark"],
        sound: {
          loudness: -22,
          silence_share: 0,
          speech_share: 0,
          music_bpm: null,
          heard: [{ value: "crowd", share: 0.9 }],
        },
      }),
    ],
    wants: ["evolving", "nostalgic", "urban"],
    notWanted: ["ominous", "horror", "tense"],
    seen: ["probably nightfall", "probably sound of a crowd"],
  },
  {
    what: "an empty hall that fills",
    analyses: [film({ ...indoors, changes: ["empty to crowded"], pace: 0.25 })],
    wants: ["building", "energetic"],
    seen: ["probably place that fills"],
  },
  {
    what: "a film with music and unsure sounds",
    analyses: [
      film({
        sound: {
          loudness: -18,
          silence_share: 0,
          speech_share: 0,
          music_bpm: null,
          heard: [
            { value: "music", share: 0.6 },
            { value: "unsure", share: 0.4 },
          ],
        },
      }),
    ],
    notWanted: ["ambient", "industrial"],
    seen: ["probably music in the film"],
  },
  {
    what: "one long shot of a camera that shakes",
    analyses: [
      film({ pace: 0.86, motion: 60, activity: 0.3, cuts: 0, cuts_per_minute: 0, camera: sure("hand-held", 0.8) }),
    ],
    wants: ["raw", "gritty"],
    notWanted: ["fast", "energetic", "upbeat", "groovy", "action", "driving beat"],
    seen: ["handheld camera"],
  },
  {
    what: "a beat with gaps",
    analyses: [film({ sound: { loudness: -20, silence_share: 0.76, speech_share: 0, music_bpm: 120 } })],
    notWanted: ["sparse", "spacious", "quiet"],
    bpm: 120,
  },
  {
    what: "a slow zoom out",
    analyses: [film({ pace: 0.1, camera: sure("zoom out", 0.8) })],
    wants: ["expansive", "slow"],
    notWanted: ["tense", "intimate"],
    seen: ["zoom out"],
  },
  {
    what: "a trailer that peaks",
    analyses: [
      film({
        cuts_per_minute: 50,
        pace: 0.92,
        motion: 15,
        cut_curve: [30, 50, 70],
        energy: 0.8,
        energy_curve: { shape: "peaks", peak_at: 70, values: [0.3, 0.9, 0.5] },
      }),
    ],
    wants: ["energetic", "fast", "climax"],
    notWanted: ["calm", "ambient", "slow"],
    seen: ["very fast cuts and movement", "film with a peak"],
    bpm: 140,
  },
];
