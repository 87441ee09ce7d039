import type { PresetName } from "./presets.ts";

/** What an instrument plays in a piece. The drum kit is chosen in src/sound/music/style.ts. */
export type InstrumentRole = "bass" | "chords" | "pad" | "lead" | "texture" | "voice" | "choir" | "drums";

export interface Instrument {
  readonly role: InstrumentRole;
  readonly preset: PresetName | null;
}

/** Words in instrument tags and stem names, the more specific first, with the role and the sound of the instrument. */
const TABLE: readonly (readonly [RegExp, InstrumentRole, PresetName | null])[] = [
  [/vocoder|vocal chops|chops/, "choir", "chops"],
  [/throat/, "voice", "throat"],
  [/soprano/, "voice", "soprano"],
  [/choir/, "choir", "choir"],
  [/voice|vocal/, "voice", "voice"],
  [/crackle|field rec|bird|tape|turntable|scratch|radio|pots|air horn|waterphone/, "texture", null],
  [/drum bass|bass drum|surdo|bombo|taiko|timpani|dhol/, "drums", null],
  [/steel drum/, "lead", "steel"],
  [/808/, "bass", "eight"],
  [/sub bass/, "bass", "sub"],
  [/synth bass/, "bass", "synthbass"],
  [/distorted bass/, "bass", "distbass"],
  [/upright bass|guitarrón|acoustic bass/, "bass", "upright"],
  [/bass clarinet/, "lead", "clarinet"],
  [/tuba|sousaphone/, "bass", "tuba"],
  [/bassoon/, "lead", "oboe"],
  [/\bbass\b/, "bass", "ebass"],
  [
    /drum|percuss|clap|snap|conga|bongo|tambour|tambor|shaker|snare|tabor|bodhr|washboard|woodblock|sleigh|guach|cuíca|tamborim|stomp|cajón|tabla|agog|guir|cymbal|calabash|timbale|riq|darbuka|triangle|repinique|kit\b/,
    "drums",
    null,
  ],
  [/fuzz|distorted guitar/, "chords", "fuzz"],
  [/slide guitar|pedal steel|steel guitar|baritone guitar/, "lead", "electric"],
  [/muted guitar|wah/, "chords", "muted"],
  [/nylon|flamenco|vihuela|slack|portuguese|tres\b/, "chords", "nylon"],
  [/electric guitar|guitars\b/, "chords", "electric"],
  [/ukulele|cavaquinho|charango|bouzouki|mandolin/, "chords", "mandolin"],
  [/guitar/, "chords", "acoustic"],
  [/banjo|baglamas|tumbi/, "chords", "banjo"],
  [/electric sitar|sitar|tanpura/, "lead", "sitar"],
  [/oud|lute|theorbo|pipa|jaw harp/, "lead", "lute"],
  [/koto|harp$|cimbalom/, "chords", "harp"],
  [/harpsichord/, "chords", "harpsichord"],
  [/toy piano|music box|celesta/, "lead", "musicbox"],
  [/felt|prepared/, "chords", "felt"],
  [/rhodes|electric piano|\bkeys/, "chords", "rhodes"],
  [/piano/, "chords", "piano"],
  [/clavinet/, "chords", "clav"],
  [/vibraphone|vibes/, "lead", "vibes"],
  [/marimba|xylophone/, "lead", "marimba"],
  [/gamelan|gong|metal|singing bowl/, "lead", "gong"],
  [/glockenspiel|bell/, "lead", "bell"],
  [/glass/, "pad", "glass"],
  [/bowed/, "pad", "glass"],
  [/pipe organ/, "pad", "pipeorgan"],
  [/organ|calliope/, "chords", "organ"],
  [/accordion|bandoneon|melodica|shawm|musette/, "chords", "accordion"],
  [/harmonica|kazoo/, "lead", "harmonica"],
  [/bagpipe|pipes|hurdy|didger/, "lead", "pipes"],
  [/pan flute|whistl|ney|quena|theremin|shakuhachi/, "lead", "whistle"],
  [/flute|recorder|piccolo|dizi|bansuri|winds/, "lead", "flute"],
  [/pizz/, "chords", "pizzicato"],
  [/low strings|cello|gamba|erhu|horsehead|vielle/, "lead", "cello"],
  [/violin|fiddle|viola/, "lead", "violin"],
  [/string|mellotron|orchestra/, "pad", "strings"],
  [/muted trumpet/, "lead", "mute"],
  [/trumpet|cornet/, "lead", "trumpet"],
  [/low brass|trombone|sackbut/, "lead", "lowbrass"],
  [/horn|brass/, "lead", "brass"],
  [/sax/, "lead", "sax"],
  [/clarinet/, "lead", "clarinet"],
  [/oboe/, "lead", "oboe"],
  [/drone/, "pad", "drone"],
  [/pad|soft synth/, "pad", "pad"],
  [/acid/, "lead", "acid"],
  [/square|8-bit/, "lead", "square"],
  [/distorted synth|detuned/, "lead", "growl"],
  [/synth lead|lead/, "lead", "lead"],
  [/synth|sequencer|pluck|modular/, "chords", "analog"],
];

/** Whether a name means drums or percussion. */
export function isDrum(name: string): boolean {
  return instrumentOf(name)?.role === "drums";
}

/** The instrument that a tag names; null if it is unknown. */
export function instrumentOf(tag: string): Instrument | null {
  const word = tag.toLowerCase();
  const row = TABLE.find(([words]) => words.test(word));
  return row === undefined ? null : { role: row[1], preset: row[2] };
}
