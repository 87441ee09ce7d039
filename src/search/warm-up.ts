import type { Vocabulary } from "../brief/vocabulary.ts";
import type { LiveCatalog } from "../catalog/live-catalog.ts";
import { answerTo, understand } from "./answer.ts";

/**
 * Texts that together use every part of a search: a scene, an instrument, a tempo, a constraint, an exclusion, an unknown
 * name, parts, and another language. The tables of all other languages are made when the first text needs one of them. The
 * other forms of long texts follow (a mail with complaints, a spotting list, a page of a treatment), because the first text
 * of a form runs through code that is not compiled yet. The last text has typographic quotes and dashes: the engine compiles each
 * pattern again for strings with characters beyond Latin-1.
 */
export const WARM_UP_TEXTS: readonly { readonly query: string; readonly context: string }[] = [
  {
    query: "A tense chase at night, piano, around 120 bpm, no vocals, no drums, like Zzyzx",
    context:
      "EXT. HARBOUR - NIGHT. Two men run along the quay in the rain. A van waits with its engine on. The taller man falls, gets up and looks back at the lights on the water. We need tense music with low strings and a driving pulse.",
  },
  {
    query: "ruhiges Klavier, kein Gesang",
    context:
      "INNEN. KÜCHE - MORGEN. Die alte Frau stellt zwei Tassen auf den Tisch und räumt eine wieder weg. Draußen fährt der Bus ohne sie ab. Bitte nichts Kitschiges: leise Klaviermusik, vielleicht ein Cello, ohne Schlagzeug. Die letzten Vorschläge waren uns zu süß. Länge etwa zwei Minuten, Lieferung bis Freitag.",
  },
  {
    query: "hopeful but restrained, acoustic",
    context:
      "Hi Priya,\n\nthanks for the second round, but we are not there yet. The first three were far too sentimental, and number four sounds like a bank advert: please no ukulele, no whistling, no handclaps, and nothing that builds to a big chorus. We liked the felt piano on the fifth; a little warmer would help, perhaps with a cello or an acoustic guitar underneath. The film is about a woman who teaches her grandson to repair clocks in a workshop above the harbour. He breaks one, she laughs, they begin again. It should feel tender and patient, rather slow (70 to 85 bpm), without vocals, and not like a lullaby. Think of early folk recordings, but cleaner. We need 60 and 30 second versions by Thursday, stems would be nice. Rights: web and TV, two years.\n\nBest,\nMarta",
  },
  {
    query: "storm, rescue, home",
    context:
      "SPOTTING NOTES, REEL 2\n01:02:10 Storm over the valley. Low drones, rumbling percussion, no melody yet.\n01:03:25 The rescue team leaves the hut: urgent strings, pulse at 120 bpm, dark synth bass allowed.\n- Avoid: choir, epic brass, anything heroic\n- OK: prepared piano, distorted guitar, taiko\n01:05:40 They find the dog. Everything stops. One soft, fragile piano note, then hopeful ambient pads.\n01:07:00 Drive home at dawn. Indie folk or americana, female singer, relaxed, bittersweet; less polished than the temp track. Must be clean, released after 2010.",
  },
  {
    query: "party, then regret",
    context:
      "Act two opens in the ballroom of a hotel that has seen better days. A wedding band plays swing for guests who have stopped dancing; the bride's uncle argues with the barman about a lost bet. Through the glass doors we see Leo – the groom – run across the parking lot in the snow, chased by two waiters and a very small dog. The music starts as jazzy, silly and fast, with brass and upright bass, and grows into a proper chase with drums. When he slips and lies in the snow, laughing, then crying, it becomes lonely and quiet: a muted trumpet, maybe a distant organ. No electronic beats, no rock. The director keeps saying “funny, but he loses everything tonight”. In D minor if you can, like a hit from the eighties or from before ’79; ninety seconds are enough.",
  },
];

/**
 * Runs searches at the start. The first search of a process reads the vocabulary and blocks the server for half a second,
 * so it runs before the port is open.
 */
export function warmUp(catalog: Pick<LiveCatalog, "current">, vocabulary: Vocabulary): void {
  const live = catalog.current();
  const searched = live === null ? null : { index: live.index, catalogVersion: live.generation.version };
  for (const texts of WARM_UP_TEXTS) answerTo(understand(texts, vocabulary), searched, { limit: 1 });
}
