import type { Piece } from "../timbres/kit.ts";
import type { StyleName } from "./style.ts";

/** A pattern of sixteenths for each drum of the kit: X loud, x normal, o soft. */
export type Beat = Partial<Record<Piece, string>>;

export const BEATS: Readonly<Record<StyleName, Beat>> = {
  four: { kick: "X...X...X...X...", clap: "....x.......x...", open: "..x...x...x...x.", hat: "o.o.o.o.o.o.o.o." },
  rock: { kick: "X.......X.x.....", snare: "....X.......X...", hat: "x.o.x.o.x.o.x.o." },
  punk: { kick: "X.x...x.X.x...x.", snare: "....X.......X...", hat: "x.x.x.x.x.x.x.x.", crash: "x..............." },
  hiphop: { kick: "X.....x...X.....", snare: "....X.......X...", hat: "x.o.x.o.x.o.x.oo" },
  trap: { kick: "X.....x...X.....", snare: "........X.......", hat: "x.x.x.xxx.x.xoxo" },
  breaks: { kick: "X.x.......x.....", snare: "....X..o.o..X..o", hat: "x.x.x.x.x.x.x.x.", ride: "..............x." },
  funk: { kick: "X.....x..xx.....", snare: "....X..o.o..X..o", hat: "x.xxx.x.x.xxx.x." },
  soul: { kick: "X.......x.x.....", snare: "....x.......x...", hat: "x.o.x.o.x.o.x.o." },
  swing: { ride: "x...x.x.x...x.x.", kick: "o.......o.......", rim: "....o.......o..." },
  ballad: { kick: "x.......o.......", brush: "....x.......x...", hat: "o...o...o...o..." },
  waltz: { kick: "x...........", brush: "....o...o...", ride: "o...o...o..." },
  reggae: { kick: "........X.......", rim: "........x.......", hat: "o.x.o.x.o.x.o.x." },
  ska: { kick: "X.......X.......", snare: "....X.......X...", hat: "..x...x...x...x." },
  latin: {
    kick: "x.....x.x.....x.",
    hand: "..o.x..xo.o.x.xx",
    rim: "x..x..x...x.x...",
    shaker: "o.x.o.x.o.x.o.x.",
    bell: "x...x.x.x...x.x.",
  },
  samba: { low: "....x.......X...", high: "x.xx.xx.x.xx.xx.", shaker: "xoxoxoxoxoxoxoxo", rim: "..x..x..x...x..." },
  bossa: { kick: "x..xx..xx..xx..x", rim: "x..x..x...x..x..", brush: "o.o.o.o.o.o.o.o." },
  dembow: { kick: "X...X...X...X...", snare: "...x..x....x..x.", hat: "o.o.o.o.o.o.o.o." },
  afro: {
    kick: "x.....x...x.....",
    hand: "x..x..x.x..x..x.",
    high: "..x...xx..x...x.",
    shaker: "x.oxx.oxx.oxx.ox",
    bell: "x.x..x.x.x..x...",
  },
  march: { kick: "x.......x.......", snare: "..x...x...x.x.xx", crash: "x..............." },
  train: { kick: "x.......x.......", brush: "o.xoo.xoo.xoo.xo", snare: "..o...x...o...x." },
  epic: { kick: "X.....x.X...x...", snare: "...x..x....x..xx", tom: "..........x.x.x.", crash: "o..............." },
  hands: { kick: "x.....o.x.......", hand: "..x.x..x..x.x.x.", high: "......x.......xx", shaker: "o.o.o.o.o.o.o.o." },
  pulse: { kick: "x...x...x...x...", hat: "..o...o...o...o.", shaker: "oooooooooooooooo" },
  still: { low: "x...............", shaker: "o.......o......." },
};

/** Patterns that percussion tags add to the kit. */
export const EXTRAS: readonly (readonly [RegExp, Beat])[] = [
  [/clap|snap/, { clap: "....x.......x..." }],
  [/tambour|sleigh|shaker|guach|guir|riq|calabash|washboard/, { shaker: "x.o.x.o.x.o.x.o." }],
  [
    /conga|bongo|tabla|darbuka|cajón|bodhr|frame|talking|tamborim|cuíca|dhol|timbale/,
    { hand: "..x.x..x..x.x.x.", high: "x.....x.....x..." },
  ],
  [/woodblock|tick|castanet|percussion/, { rim: "x.x.x.x.x.x.x.x." }],
  [/taiko|timpani|bass drum|surdo|bombo|stomp/, { low: "X.......x.....x." }],
  [/cymbal|gong/, { crash: "x..............." }],
  [/agog|bell|triangle|cowbell/, { bell: "x...x.x.x...x.x." }],
  [/snare|tabor|repinique/, { snare: "..x.x.x...x.x.xx" }],
];
