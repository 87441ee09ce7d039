import { describe, expect, test } from "bun:test";
import { describeConstraint } from "../../src/ranking/describe-constraint.ts";
import { parseBrief } from "../../src/brief/parse-brief.ts";

/** What a brief must be understood as. Missing fields are not checked; `constraints` is complete. */
interface Understood {
  readonly brief: string;
  readonly context?: string;
  readonly wants?: readonly string[];
  readonly avoids?: readonly string[];
  readonly notWanted?: readonly string[];
  readonly constraints?: readonly string[];
  readonly text?: readonly string[];
  readonly against?: readonly string[];
}

const BRIEFS: readonly Understood[] = [
  // Voices
  { brief: "tense piano, no vocals", wants: ["tense", "piano"], constraints: ["no vocals"], notWanted: ["voice"] },
  {
    brief: "no drums, vocals or synths",
    avoids: ["drums", "synthesizer"],
    constraints: ["no vocals", "no drums", "no synthesizer"],
  },
  { brief: "warm strings without singing", wants: ["strings"], constraints: ["no vocals"] },
  { brief: "instrumental jazz", wants: ["jazz"], constraints: ["no lead vocals"] },
  { brief: "instrumental only, no vocals please", constraints: ["no vocals"] },
  { brief: "an instrumental version will do", constraints: ["no lead vocals"] },
  { brief: "no lead vocals, choir is fine", constraints: ["no lead vocals"] },
  { brief: "soul with male vocals", wants: ["soul", "male vocals"], constraints: ["lead vocals"] },
  { brief: "female vocals, dreamy", wants: ["female vocals", "dream"], constraints: ["lead vocals"] },
  { brief: "not instrumental, something with a singer", constraints: ["lead vocals"] },
  { brief: "vocals are fine", constraints: [] },
  { brief: "vocals optional, upbeat", wants: ["upbeat"], constraints: [] },
  { brief: "no male vocals", avoids: ["male vocals"], constraints: ["no male vocals"] },
  {
    brief: "avoid vocals, drums and brass",
    avoids: ["drums", "brass"],
    constraints: ["no vocals", "no drums", "no brass"],
  },
  { brief: "never any lyrics", constraints: ["no lead vocals"] },
  { brief: "must not have vocals", constraints: ["no vocals"] },
  { brief: "we don't want singing", constraints: ["no vocals"] },
  { brief: "musique douce sans paroles", wants: ["soft"], constraints: ["no vocals"] },
  { brief: "ruhiges Klavier, kein Gesang", wants: ["piano"], constraints: ["no vocals"] },
  { brief: "guitarra tranquila sin voz", wants: ["guitar", "calm"], constraints: ["no vocals"] },
  { brief: "pianoforte senza voce", wants: ["piano"], constraints: ["no vocals"] },
  { brief: "piano calmo sem voz", wants: ["piano", "calm"], constraints: ["no vocals"] },

  // Explicit words
  { brief: "clean lyrics, hip hop", wants: ["hip hop"], constraints: ["no explicit lyrics"] },
  { brief: "rap, no explicit lyrics", wants: ["rap"], constraints: ["no explicit lyrics"] },
  { brief: "family friendly party music", wants: ["party"], constraints: ["no explicit lyrics"] },
  { brief: "no swearing, no profanity", constraints: ["no explicit lyrics"] },
  { brief: "clean guitar tone", wants: ["guitar"], constraints: [] },
  { brief: "explicit lyrics are fine", constraints: [] },
  { brief: "gritty rap with explicit lyrics", wants: ["rap"], constraints: ["explicit lyrics"] },

  // Tempo: numbers are constraints, words are wishes
  { brief: "techno at 128 bpm", wants: ["techno"], constraints: ["126 to 130 bpm"] },
  { brief: "110-120 bpm", constraints: ["110 to 120 bpm"] },
  { brief: "between 90 and 100 BPM", constraints: ["90 to 100 bpm"] },
  { brief: "around 120 bpm", constraints: ["114 to 126 bpm"] },
  { brief: "under 90 bpm", constraints: ["at most 90 bpm"] },
  { brief: "at least 140 bpm", constraints: ["at least 140 bpm"] },
  { brief: "no more than 100 bpm", constraints: ["at most 100 bpm"] },
  { brief: "not over 100 bpm", constraints: ["at most 100 bpm"] },
  { brief: "bpm: 85", constraints: ["83 to 87 bpm"] },
  { brief: "slow and mid-tempo", wants: ["slow", "mid-tempo"], constraints: [] },
  { brief: "adagio for strings", wants: ["slow", "strings"], constraints: [] },
  { brief: "an allegro for two violins", wants: ["fast", "violin"], constraints: [] },
  { brief: "around 120 people dancing", constraints: [] },

  // Energy: a named level is a constraint
  { brief: "high energy rock", wants: ["rock"], constraints: ["high energy"] },
  { brief: "low-energy ambient", wants: ["ambient"], constraints: ["very low or low energy"] },
  { brief: "not high energy", constraints: ["very low or low or medium energy"] },
  { brief: "energetic", wants: ["energetic"], constraints: [] },

  // Duration
  { brief: "60 seconds of tension", wants: ["tense"], constraints: ["54 to 66 seconds long"] },
  { brief: "under two minutes", constraints: ["at most 120 seconds long"] },
  { brief: "at least 3 minutes", constraints: ["at least 180 seconds long"] },
  { brief: "a :30 bed", constraints: ["27 to 33 seconds long"] },
  { brief: "between 1 and 2 minutes", constraints: ["60 to 120 seconds long"] },
  { brief: "length 2:30", constraints: ["135 to 165 seconds long"] },
  { brief: "theme for a 52-minute documentary", wants: ["documentary"], constraints: [] },
  { brief: "must open up after 30 seconds", constraints: [] },
  { brief: "used as a soundtrack", constraints: [] },

  // Release
  { brief: "released after 2019", constraints: ["released in 2020 or later"] },
  { brief: "soul from the 70s", wants: ["soul"], constraints: ["released 1970 to 1979"] },
  { brief: "released before 1990", constraints: ["released in 1989 or before"] },
  { brief: "recorded between 1965 and 1972", constraints: ["released 1965 to 1972"] },
  { brief: "80s synth pop", wants: ["80s"], constraints: [] },
  { brief: "something with an eighties feel", wants: ["80s"], constraints: [] },

  // Stems
  { brief: "ambient with stems", wants: ["ambient"], constraints: ["stems available"] },
  { brief: "stems would be nice", constraints: [] },

  // Negation
  { brief: "fun, not nostalgic", wants: ["fun"], avoids: ["nostalgic"] },
  { brief: "driving but not aggressive", wants: ["energetic"], avoids: ["aggressive"] },
  { brief: "not only sad but hopeful", wants: ["sad", "hopeful"], avoids: [] },
  { brief: "anything but jazz", avoids: ["jazz"], notWanted: ["jazz"] },
  { brief: "nothing electronic", avoids: ["electronic"], notWanted: ["electronic"] },
  { brief: "guitars, not synths", wants: ["guitar"], avoids: ["synthesizer"] },
  { brief: "rock rather than metal", wants: ["rock"], avoids: ["metal"] },
  { brief: "piano instead of guitar", wants: ["piano"], avoids: ["guitar"] },
  { brief: "not without humour", wants: ["funny"], avoids: [] },
  { brief: "less strings, more brass", wants: ["brass"], avoids: ["strings"] },
  { brief: "hopeful, not too sad", wants: ["hopeful"], avoids: ["sad"] },
  { brief: "no drums, warm piano and strings", wants: ["piano", "strings"], avoids: ["drums"] },
  { brief: "no drums and a gentle harp", wants: ["harp"], avoids: ["drums"] },
  { brief: "without accordion; happy waltz", wants: ["happy", "waltz"], avoids: ["accordion"] },
  { brief: "drum-free ambient", wants: ["ambient"], avoids: ["drums"] },
  { brief: "brass is not needed", avoids: ["brass"], notWanted: ["brass"] },
  { brief: "we are sick of ukulele and whistling", avoids: ["ukulele", "whistle"] },
  { brief: "ohne Schlagzeug, entspannend", wants: ["relaxing"], avoids: ["drums"] },
  { brief: "triste pero no dramático", wants: ["sad"], avoids: ["dramatic"] },
  { brief: "no lantern bells", avoids: ["bell"], against: ["lantern"] },
  { brief: "no need for drums to be loud, folk", wants: ["folk"], avoids: [] },

  // Facets, compounds, remaining words
  { brief: "drum'n'bass", wants: ["drum and bass"] },
  { brief: "lofi / lo-fi / lo fi", wants: ["lo-fi"] },
  { brief: "R&B and hip-hop", wants: ["r&b", "hip hop"] },
  { brief: "a song about glass harbours", text: ["glass", "harbours"] },
  { brief: "melancholy cellos", wants: ["melancholic", "cello"] },

  // Scenes
  { brief: "a car chase", wants: ["action", "energetic", "tense"] },
  { brief: "funeral of an old friend", wants: ["sad", "slow"] },
  { brief: "a heist", wants: ["funk", "groovy"] },

  // Query and context
  { brief: "no vocals", context: "the singer walks on stage", constraints: ["no vocals"] },
  { brief: "happy", context: "a sad scene at 90 bpm", wants: ["happy", "sad"], constraints: ["88 to 92 bpm"] },
];

describe("a brief", () => {
  for (const expected of BRIEFS) {
    const { brief, context = null } = expected;
    test(`"${brief}"${context === null ? "" : ` with "${context}"`} is understood`, () => {
      const parsed = parseBrief({ query: brief, context });
      const wanted = parsed.wanted.map((wish) => wish.name);
      const avoided = parsed.avoided.map((wish) => wish.name);
      const text = (sign: number): string[] =>
        parsed.text.filter(({ weight }) => weight * sign > 0).map(({ word }) => word);
      expect(wanted).toEqual(expect.arrayContaining([...(expected.wants ?? [])]));
      expect(avoided).toEqual(expect.arrayContaining([...(expected.avoids ?? [])]));
      if (expected.avoids?.length === 0) expect(avoided).toEqual([]);
      for (const name of [...(expected.notWanted ?? []), ...(expected.avoids ?? [])])
        expect(wanted).not.toContain(name);
      if (expected.constraints !== undefined) {
        expect(parsed.constraints.map(describeConstraint).toSorted()).toEqual([...expected.constraints].toSorted());
      }
      expect(text(1)).toEqual(expect.arrayContaining([...(expected.text ?? [])]));
      expect(text(-1)).toEqual(expect.arrayContaining([...(expected.against ?? [])]));
    });
  }
});
