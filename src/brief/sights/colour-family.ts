import type { Analysis } from "../../../schema/wire/analysis.ts";

/** Upper end of each family's hues, in degrees from red. */
const HUES: readonly (readonly [until: number, name: string])[] = [
  [15, "red"],
  [45, "orange"],
  [70, "yellow"],
  [165, "green"],
  [200, "teal"],
  [255, "blue"],
  [290, "purple"],
  [345, "pink"],
  [360, "red"],
];

const FAMILIES = [...new Set(HUES.map(([, name]) => name)), "brown", "black", "grey", "white"];

/** Colours with less chroma have no visible hue. */
const CHROMA_MIN = 0.12;
const DULL = 0.35;
const BLACK = 0.14;
const WHITE = 0.86;

/**
 * Returns the share of each colour family in a palette, 0 for missing ones. Uses the colours and not their names, which
 * can be anything.
 */
export function colourShares(palette: Analysis["palette"]): (readonly [name: string, share: number])[] {
  const families = palette.length === 0 ? [] : FAMILIES;
  const shares = new Map(families.map((name) => [name, 0]));
  for (const { hex, share } of palette) {
    const name = colourFamily(hex);
    shares.set(name, (shares.get(name) ?? 0) + share);
  }
  return [...shares];
}

/** Returns the family of "#rrggbb" by the hexcone model (Smith 1978). */
function colourFamily(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const most = Math.max(red, green, blue);
  const chroma = most - Math.min(red, green, blue);
  if (most < BLACK) return "black";
  if (chroma < CHROMA_MIN) return most > WHITE ? "white" : "grey";
  const hue = hueOf(red, green, blue, most, chroma);
  const name = HUES.find(([until]) => hue < until)?.[1] ?? "red";
  // Brick and leather look brown, although the model makes them orange or red.
  return (name === "orange" && most < 0.6) || (name === "red" && chroma < DULL) ? "brown" : name;
}

function hueOf(red: number, green: number, blue: number, most: number, chroma: number): number {
  if (most === red) return (60 * ((green - blue) / chroma) + 360) % 360;
  return most === green ? 60 * ((blue - red) / chroma) + 120 : 60 * ((red - green) / chroma) + 240;
}
