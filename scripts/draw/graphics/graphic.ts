import type { Random } from "../../lib/random.ts";
import { chart } from "./charts.ts";
import { type Colours, hsl, someColours } from "./colours.ts";
import { type Box, lineOfWords, paragraph, pick, short } from "./lettering.ts";

const SIZES: readonly (readonly [width: number, height: number])[] = [
  [640, 360],
  [640, 480],
  [600, 600],
  [480, 640],
];

/** Draws a slide, title card, chart, screen or poster as SVG. The same random numbers give the same drawing. */
export function graphic(random: Random): string {
  const [width, height] = pick(random, SIZES);
  const page: Box = { x: 0, y: 0, width, height };
  const colours = someColours(random);
  const content = pick(random, [title, title, slide, slide, figure, figure, screen, poster, credits])(
    random,
    page,
    colours,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground(random, page, colours)}${content}</svg>`;
}

/** A plain or a graded background. */
function ground(random: Random, { width, height }: Box, { paper, faint }: Colours): string {
  if (random() < 0.7) return `<rect width="${width}" height="${height}" fill="${paper}"/>`;
  const [x2, y2] = pick(random, [
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const);
  return `<defs><linearGradient id="g" x2="${x2}" y2="${y2}"><stop offset="0" stop-color="${paper}"/><stop offset="1" stop-color="${faint}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/>`;
}

/** One to three large lines in the middle or at the left. */
function title(random: Random, { width, height }: Box, { ink, accents }: Colours): string {
  const lines = 1 + Math.floor(random() * 3);
  const isCentred = random() < 0.6;
  const size = height * (0.05 + 0.1 * random());
  const parts = Array.from({ length: lines }, (_, line) => {
    const long = width * (0.3 + 0.5 * random());
    const x = isCentred ? (width - long) / 2 : width * 0.1;
    const y = height * (0.35 + 0.15 * random()) + line * size * 1.6;
    return lineOfWords(random, { x, y, width: long, height: size / (line + 1) ** 0.5 }, ink, 0.1 + 0.14 * random());
  });
  const rule =
    random() < 0.4
      ? `<rect x="${short(width * 0.1)}" y="${short(height * 0.3)}" width="${short(width * 0.8)}" height="4" fill="${accents[0]}"/>`
      : "";
  return parts.join("") + rule;
}

/** A heading with bullet points, and often a chart or a picture next to them. */
function slide(random: Random, { width, height }: Box, colours: Colours): string {
  const heading = { x: width * 0.06, y: height * 0.07, width: width * 0.7, height: height * 0.08 };
  const hasFigure = random() < 0.6;
  const points = Array.from({ length: 3 + Math.floor(random() * 4) }, (_, at) => {
    const y = height * (0.25 + 0.11 * at);
    const long = width * (hasFigure ? 0.36 : 0.75) * (0.6 + 0.4 * random());
    const dot = `<circle cx="${short(width * 0.07)}" cy="${short(y + 8)}" r="5" fill="${colours.accents[0]}"/>`;
    return dot + lineOfWords(random, { x: width * 0.1, y, width: long, height: height * 0.045 }, colours.ink, 0.14);
  });
  const place = { x: width * 0.52, y: height * 0.26, width: width * 0.42, height: height * 0.55 };
  const shown = hasFigure ? (random() < 0.5 ? chart : cloudy)(random, place, colours) : "";
  const band =
    random() < 0.4
      ? `<rect width="${width}" height="${short(height * 0.19)}" fill="${colours.faint}"/>`
      : `<rect y="${short(height * 0.94)}" width="${width}" height="${short(height * 0.06)}" fill="${colours.accents[0]}"/>`;
  return band + lineOfWords(random, heading, colours.ink, 0.2) + points.join("") + shown;
}

/** A chart that fills the page. */
function figure(random: Random, { width, height }: Box, colours: Colours): string {
  const heading = { x: width * 0.08, y: height * 0.05, width: width * 0.6, height: height * 0.06 };
  const box = { x: width * 0.08, y: height * 0.18, width: width * 0.84, height: height * 0.68 };
  const label = { x: width * 0.3, y: height * 0.91, width: width * 0.4, height: height * 0.03 };
  return (
    lineOfWords(random, heading, colours.ink, 0.16) +
    chart(random, box, colours) +
    lineOfWords(random, label, colours.ink, 0.14)
  );
}

/** A window of a program: bar, list at the left, text. */
function screen(random: Random, { width, height }: Box, colours: Colours): string {
  const bar = `<rect width="${width}" height="${short(height * 0.07)}" fill="${colours.accents[0]}"/>`;
  const list = `<rect y="${short(height * 0.07)}" width="${short(width * 0.24)}" height="${height}" fill="${colours.faint}"/>`;
  const entries = { x: width * 0.03, y: height * 0.12, width: width * 0.18, height: height * 0.8 };
  const text = { x: width * 0.28, y: height * 0.12, width: width * 0.66, height: height * (0.4 + 0.45 * random()) };
  return (
    bar +
    list +
    paragraph(random, entries, height * 0.03, colours.ink) +
    paragraph(random, text, height * (0.022 + 0.02 * random()), colours.ink)
  );
}

/** Large plain shapes with a few words. */
function poster(random: Random, { width, height }: Box, colours: Colours): string {
  const shapes = Array.from({ length: 2 + Math.floor(random() * 6) }, () => {
    const [x, y] = [width * random(), height * random()];
    const size = width * (0.08 + 0.3 * random());
    const fill = pick(random, colours.accents);
    return pick(random, [
      `<circle cx="${short(x)}" cy="${short(y)}" r="${short(size / 2)}" fill="${fill}"/>`,
      `<rect x="${short(x)}" y="${short(y)}" width="${short(size)}" height="${short(size * 0.6)}" fill="${fill}"/>`,
      `<path d="M${short(x)} ${short(y)}l${short(size)} 0l${short(-size / 2)} ${short(-size)}Z" fill="${fill}"/>`,
    ]);
  });
  return shapes.join("") + title(random, { x: 0, y: 0, width, height }, colours);
}

/** Many short lines in the middle. */
function credits(random: Random, { width, height }: Box, { ink }: Colours): string {
  const lines = 6 + Math.floor(random() * 9);
  return Array.from({ length: lines }, (_, line) => {
    const long = width * (0.15 + 0.3 * random());
    const y = height * (0.08 + (0.85 * line) / lines);
    return lineOfWords(random, { x: (width - long) / 2, y, width: long, height: (height * 0.45) / lines }, ink, 0.14);
  }).join("");
}

/** A region with the grain and the gradual colours of a photograph. */
function cloudy(random: Random, { x, y, width, height }: Box): string {
  const hue = random() * 360;
  const seed = Math.floor(random() * 1000);
  return `<defs><filter id="n" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="${short(0.02 + 0.1 * random())}" numOctaves="4" seed="${seed}"/><feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.9 0 0 0 0"/></filter>
<linearGradient id="s" x2="0" y2="1"><stop offset="0" stop-color="${hsl(hue, 45, 75)}"/><stop offset="1" stop-color="${hsl(hue + 60, 35, 35)}"/></linearGradient></defs>
<g transform="translate(${short(x)} ${short(y)})"><rect width="${short(width)}" height="${short(height)}" fill="url(#s)"/><rect width="${short(width)}" height="${short(height)}" filter="url(#n)"/></g>`;
}
