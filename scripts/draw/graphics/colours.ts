import type { Random } from "../../lib/random.ts";
import { pick } from "./lettering.ts";

export interface Colours {
  readonly paper: string;
  readonly ink: string;
  readonly faint: string;
  readonly accents: readonly string[];
}

/** Returns the colours of a graphic: dark on light, light on dark, coloured, or without colour. */
export function someColours(random: Random): Colours {
  const hue = Math.floor(random() * 360);
  const colourful = Array.from({ length: 5 }, (_, at) => hsl(hue + at * pick(random, [12, 40, 72]), 65, 50));
  return pick(random, [
    { paper: "#ffffff", ink: "#222222", faint: "#e4e6ea", accents: colourful },
    { paper: hsl(hue, 40, 94), ink: hsl(hue, 30, 20), faint: hsl(hue, 30, 85), accents: colourful },
    { paper: "#0c0c0e", ink: "#f4f4f4", faint: "#303036", accents: colourful },
    { paper: hsl(hue, 45, 16), ink: "#ffffff", faint: hsl(hue, 35, 28), accents: colourful },
    { paper: hsl(hue, 70, 45), ink: "#ffffff", faint: hsl(hue, 60, 60), accents: ["#ffffff", hsl(hue, 60, 25)] },
    { paper: "#ffffff", ink: "#111111", faint: "#dddddd", accents: ["#444444", "#888888", "#bbbbbb"] },
    { paper: "#000000", ink: "#ffffff", faint: "#333333", accents: ["#ffffff", "#999999"] },
  ]);
}

export function hsl(hue: number, saturation: number, lightness: number): string {
  return `hsl(${Math.round(hue) % 360},${saturation}%,${lightness}%)`;
}
