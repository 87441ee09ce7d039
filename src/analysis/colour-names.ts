import { labOf, type Lab } from "./lab.ts";

/** Names of colours, each with examples. A colour gets the name of the nearest example. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  black: ["000000", "161616", "1c1917", "15181d"],
  "dark grey": ["303030", "484848", "43403c", "3c4147"],
  grey: ["6a6a6a", "868686", "7d7872", "747b83"],
  "light grey": ["a6a6a6", "c2c2c2", "b9b4ac", "b0b6bd"],
  white: ["ffffff", "ececec", "f6f1e8", "e6ebf1"],
  "dark red": ["4a0a0c", "6e1016", "8b1a1a"],
  red: ["b01c1c", "d42020", "ff2a1a"],
  pink: ["e890a4", "f4b6c4", "d86a8c", "ff5fa0"],
  "dark brown": ["2c1a10", "3c2618", "4c3424"],
  brown: ["6a4526", "805634", "8a6444", "5e4a38"],
  "light brown": ["a67f58", "b8956c", "9c8468"],
  beige: ["d2bc9a", "e2d2b4", "c6b292"],
  orange: ["f08a20", "ff9c3a", "d9701c", "e0803c", "ff6a00"],
  "pale orange": ["f4b887", "e8a87c", "ffc9a0"],
  gold: ["c89a2c", "d6ab46", "b88a2a"],
  yellow: ["f4d820", "ffe84a", "e8c840"],
  "pale yellow": ["f4e8a0", "fdf4b4"],
  olive: ["5a5a24", "72703a", "86844a", "4a4a26"],
  "dark green": ["10240e", "1c3a1a", "28482a", "1a3c2e"],
  green: ["3a7030", "4a8a3a", "2f8a4a", "208030", "5c7c48"],
  "light green": ["8cba60", "a4cc80", "90c890", "8aa878"],
  "dark teal": ["0a2c2e", "143e40", "1e4c4c"],
  teal: ["1e6a6c", "2c8484", "3e7e80"],
  turquoise: ["3cc0bc", "64d0cc", "20a8b0", "8ad4d0"],
  "dark blue": ["0a1230", "10204c", "1a2c5c", "16284a", "1c2f45", "0c1c2c"],
  blue: ["2050a8", "2c62c4", "1a4ae0", "3a6a9c", "46709a"],
  "light blue": ["6ca6dc", "8cbce8", "a8cdf0", "7ea4c6", "9cb8d4"],
  "dark purple": ["1e1030", "2e1a48", "3c2450"],
  purple: ["6a3a98", "8048b0", "74508c", "8a2ac0"],
  lilac: ["b094cc", "c8b0dc", "a890b8"],
  "dark magenta": ["4c0c34", "681a4a"],
  magenta: ["c020a0", "d83cb8", "a8247c"],
};

export const COLOUR_NAMES = Object.keys(EXAMPLES);

/** Lightness distinguishes colours less than hue does. */
const LIGHTNESS_WEIGHT = 0.7;

export type ColourNamer = (colour: Lab) => string;

export function makeColourNamer(): ColourNamer {
  const examples = Object.entries(EXAMPLES).flatMap(([name, hexes]) =>
    hexes.map((hex) => ({ name, colour: labOf(byteOf(hex, 0), byteOf(hex, 2), byteOf(hex, 4)) })),
  );
  return (colour) => {
    let nearest = { name: "", distance: Number.POSITIVE_INFINITY };
    for (const example of examples) {
      const distance =
        LIGHTNESS_WEIGHT * (colour[0] - example.colour[0]) ** 2 +
        (colour[1] - example.colour[1]) ** 2 +
        (colour[2] - example.colour[2]) ** 2;
      if (distance < nearest.distance) nearest = { name: example.name, distance };
    }
    return nearest.name;
  };
}

function byteOf(hex: string, at: number): number {
  return Number.parseInt(hex.slice(at, at + 2), 16);
}
