import type { KitName } from "../timbres/kit.ts";
import type { SoundSong } from "../sound-song.ts";

/** How drums, bass and chords play together. */
export type StyleName =
  | "four"
  | "rock"
  | "punk"
  | "hiphop"
  | "trap"
  | "breaks"
  | "funk"
  | "soul"
  | "swing"
  | "ballad"
  | "waltz"
  | "reggae"
  | "ska"
  | "latin"
  | "samba"
  | "bossa"
  | "dembow"
  | "afro"
  | "march"
  | "train"
  | "epic"
  | "hands"
  | "pulse"
  | "still";

export interface Style {
  readonly name: StyleName;
  readonly kit: KitName;
  /** Delay of the second half of a beat: 0 straight, 0.33 triplets. */
  readonly swing: number;
  readonly beatsPerBar: 3 | 4 | 5;
  /** Drums play even if no tag names any. */
  readonly impliesDrums: boolean;
}

/** Genres, the more specific first. */
const GENRES: readonly (readonly [RegExp, StyleName])[] = [
  [/waltz|musette/, "waltz"],
  [/ambient|drone|meditation|new age|neoclassical|musique|lullaby|choral|sacred|dirge|opera|lied/, "still"],
  [/trap|dubstep|grime|footwork|witch house/, "trap"],
  [/drum and bass|jungle|liquid|breakbeat|big beat|uk garage|idm|glitch/, "breaks"],
  [/lo-fi hip hop|hip hop|boom bap|trip hop|downtempo|vaporwave|new jack|chillout/, "hiphop"],
  [/reggaeton|dancehall|baile|soca/, "dembow"],
  [/ska|two tone/, "ska"],
  [/reggae|dub|rocksteady/, "reggae"],
  [/bossa/, "bossa"],
  [/samba|carnival|tropicália/, "samba"],
  [/cumbia|salsa|latin|son\b|merengue|bachata|mariachi|ranchera|calypso|mambo|huasteco|exotica/, "latin"],
  [/afro|highlife|soukous|desert blues|ethio/, "afro"],
  [/hybrid|trailer|epic|taiko|percussion/, "epic"],
  [/punk|metal|hardcore|grunge|emo|stoner/, "punk"],
  [
    /french touch|house|techno|trance|disco|electro|dance|synthwave|eurodance|k-pop|hyperpop|cyberpunk|kosmische|industrial|synth pop|italo/,
    "four",
  ],
  [/funk|fusion|second line|giallo/, "funk"],
  [
    /ragtime|swing|jazz|big band|dixie|charleston|bebop|jump|boogie|rockabilly|lounge|music hall|cabaret|vaudeville/,
    "swing",
  ],
  [/polka|march|military|brass band|circus|klezmer|balkan|zydeco|cajun|news/, "march"],
  [/country|bluegrass|honky|western|americana|appalach/, "train"],
  [/soul|r&b|gospel|doo-wop|rhythm and blues|blues/, "soul"],
  [/surf|rock|new wave|indie pop|power pop|pop|chiptune|shoegaze|anthem/, "rock"],
  [
    /world|arabic|gamelan|celtic|medieval|renaissance|early|andean|flamenco|japanese|chinese|mongol|indian|hindustani|bhangra|folk|greek|fado|hawaiian|shanty|irish/,
    "hands",
  ],
  [/tension|true crime|underscore|corporate|minimalism|film|electronic/, "pulse"],
  [/orchestral|classical|baroque|piano|chamber|score|horror/, "still"],
];

const SOUND: Readonly<
  Record<StyleName, { readonly kit: KitName; readonly swing: number; readonly impliesDrums: boolean }>
> = {
  four: { kit: "machine", swing: 0, impliesDrums: true },
  rock: { kit: "rock", swing: 0, impliesDrums: true },
  punk: { kit: "rock", swing: 0, impliesDrums: true },
  hiphop: { kit: "machine", swing: 0.16, impliesDrums: true },
  trap: { kit: "trap", swing: 0, impliesDrums: true },
  breaks: { kit: "rock", swing: 0, impliesDrums: true },
  funk: { kit: "rock", swing: 0.08, impliesDrums: true },
  soul: { kit: "rock", swing: 0.12, impliesDrums: false },
  swing: { kit: "brushes", swing: 0.33, impliesDrums: false },
  ballad: { kit: "brushes", swing: 0, impliesDrums: false },
  waltz: { kit: "brushes", swing: 0, impliesDrums: false },
  reggae: { kit: "rock", swing: 0.1, impliesDrums: true },
  ska: { kit: "rock", swing: 0, impliesDrums: true },
  latin: { kit: "hands", swing: 0, impliesDrums: false },
  samba: { kit: "hands", swing: 0.06, impliesDrums: true },
  bossa: { kit: "brushes", swing: 0, impliesDrums: false },
  dembow: { kit: "machine", swing: 0, impliesDrums: true },
  afro: { kit: "hands", swing: 0.06, impliesDrums: true },
  march: { kit: "march", swing: 0, impliesDrums: false },
  train: { kit: "brushes", swing: 0, impliesDrums: false },
  epic: { kit: "epic", swing: 0, impliesDrums: true },
  hands: { kit: "hands", swing: 0, impliesDrums: false },
  pulse: { kit: "machine", swing: 0, impliesDrums: false },
  still: { kit: "epic", swing: 0, impliesDrums: false },
};

export function styleOf(song: SoundSong): Style {
  const traits = song.tags.characteristic.join(" | ");
  const instruments = song.tags.instrument.join(" | ");
  const name = nameOf(song, traits);
  const sound = SOUND[name];
  const swing = /swing/.test(traits) ? 0.33 : sound.swing;
  return {
    name,
    kit: kitOf(sound.kit, instruments),
    swing,
    beatsPerBar: metreOf(name, traits),
    impliesDrums: sound.impliesDrums,
  };
}

function nameOf(song: SoundSong, traits: string): StyleName {
  if (/waltz/.test(traits)) return "waltz";
  if (/four on the floor/.test(traits)) return "four";
  if (/train beat/.test(traits)) return "train";
  if (/marching/.test(traits)) return "march";
  for (const genre of song.tags.genre) {
    const row = GENRES.find(([words]) => words.test(genre));
    if (row === undefined) continue;
    const isSlow = (song.bpm ?? 60) < 84 && (song.energy === "low" || song.energy === "very_low");
    return isSlow && (row[1] === "rock" || row[1] === "soul" || row[1] === "swing") ? "ballad" : row[1];
  }
  return song.energy === "high" ? "rock" : "ballad";
}

function metreOf(name: StyleName, traits: string): 3 | 4 | 5 {
  if (name === "waltz") return 3;
  return /odd meter/.test(traits) ? 5 : 4;
}

/** The kit that the instrument tags name, else the style's. */
function kitOf(usual: KitName, instruments: string): KitName {
  if (/brushed/.test(instruments)) return "brushes";
  if (/808/.test(instruments)) return "trap";
  if (/drum machine/.test(instruments)) return "machine";
  if (/taiko|timpani/.test(instruments)) return "epic";
  if (/drum kit|breakbeat/.test(instruments)) return usual === "brushes" ? "brushes" : "rock";
  if (/snare drum|tabor/.test(instruments)) return "march";
  if (/conga|bongo|cajón|tabla|darbuka|frame drum|bodhr|djembe|surdo/.test(instruments)) return "hands";
  return usual;
}
