import type { Random } from "../../lib/random.ts";
import { type Box, lineOfWords, pick, short } from "./lettering.ts";
import type { Colours } from "./colours.ts";

/** Draws a chart of a random kind. */
export function chart(random: Random, box: Box, colours: Colours): string {
  return pick(random, [bars, lines, pie, table, boxes])(random, box, colours);
}

function axes({ x, y, width, height }: Box, { ink }: Colours): string {
  return `<path d="M${short(x)} ${short(y)}v${short(height)}h${short(width)}" fill="none" stroke="${ink}" stroke-width="2"/>`;
}

function bars(random: Random, box: Box, colours: Colours): string {
  const count = 3 + Math.floor(random() * 9);
  const step = box.width / count;
  const oneColour = random() < 0.5;
  const rects = Array.from({ length: count }, (_, at) => {
    const height = box.height * (0.1 + 0.85 * random());
    const fill = oneColour ? colours.accents[0] : pick(random, colours.accents);
    return `<rect x="${short(box.x + at * step + step * 0.15)}" y="${short(box.y + box.height - height)}" width="${short(step * 0.7)}" height="${short(height)}" fill="${fill}"/>`;
  });
  return axes(box, colours) + rects.join("");
}

function lines(random: Random, box: Box, colours: Colours): string {
  const grid = Array.from({ length: 5 }, (_, at) => {
    const y = box.y + (box.height * at) / 5;
    return `<path d="M${short(box.x)} ${short(y)}h${short(box.width)}" stroke="${colours.faint}" stroke-width="1"/>`;
  });
  const curves = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    let height = random();
    const points = Array.from({ length: 14 }, (_, at) => {
      height = Math.min(1, Math.max(0, height + (random() - 0.5) * 0.3));
      return `${short(box.x + (box.width * at) / 13)} ${short(box.y + box.height * (1 - height))}`;
    });
    return `<path d="M${points.join("L")}" fill="none" stroke="${pick(random, colours.accents)}" stroke-width="${1 + Math.floor(4 * random())}"/>`;
  });
  return grid.join("") + axes(box, colours) + curves.join("");
}

function pie(random: Random, box: Box, colours: Colours): string {
  const radius = Math.min(box.width, box.height) / 2;
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  let angle = 0;
  const slices: string[] = [];
  while (angle < 6.2) {
    const next = Math.min(6.283, angle + 0.3 + 1.8 * random());
    const at = (turn: number): string =>
      `${short(cx + radius * Math.cos(turn))} ${short(cy + radius * Math.sin(turn))}`;
    const large = next - angle > Math.PI ? 1 : 0;
    slices.push(
      `<path d="M${short(cx)} ${short(cy)}L${at(angle)}A${short(radius)} ${short(radius)} 0 ${large} 1 ${at(next)}Z" fill="${pick(random, colours.accents)}"/>`,
    );
    angle = next;
  }
  const hole =
    random() < 0.4
      ? `<circle cx="${short(cx)}" cy="${short(cy)}" r="${short(radius * 0.55)}" fill="${colours.paper}"/>`
      : "";
  return slices.join("") + hole;
}

function table(random: Random, box: Box, colours: Colours): string {
  const rows = 4 + Math.floor(random() * 7);
  const columns = 2 + Math.floor(random() * 4);
  const [across, down] = [box.width / columns, box.height / rows];
  const cells = Array.from({ length: rows * columns }, (_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    const cell = { x: box.x + column * across, y: box.y + row * down, width: across, height: down };
    const fill = row === 0 ? colours.accents[0] : row % 2 === 0 ? colours.faint : colours.paper;
    const text = { x: cell.x + 6, y: cell.y + down * 0.3, width: across * (0.4 + 0.5 * random()), height: down * 0.4 };
    return `<rect x="${short(cell.x)}" y="${short(cell.y)}" width="${short(across)}" height="${short(down)}" fill="${fill}"/>${lineOfWords(random, text, row === 0 ? colours.paper : colours.ink, 0.16)}`;
  });
  return cells.join("");
}

/** Boxes with arrows. */
function boxes(random: Random, box: Box, colours: Colours): string {
  const count = 3 + Math.floor(random() * 3);
  const step = box.width / count;
  return Array.from({ length: count }, (_, at) => {
    const y = box.y + box.height * 0.6 * random();
    const here = { x: box.x + at * step, y, width: step * 0.75, height: box.height * 0.3 };
    const text = { x: here.x + 6, y: y + here.height * 0.35, width: here.width - 12, height: here.height * 0.25 };
    const arrow = `<path d="M${short(here.x + here.width)} ${short(y + here.height / 2)}h${short(step * 0.25)}" stroke="${colours.ink}" stroke-width="3"/>`;
    const corner = random() < 0.5 ? 0 : 12;
    return `${at === count - 1 ? "" : arrow}<rect x="${short(here.x)}" y="${short(y)}" width="${short(here.width)}" height="${short(here.height)}" rx="${corner}" fill="${pick(random, colours.accents)}"/>${lineOfWords(random, text, colours.paper, 0.16)}`;
  }).join("");
}
