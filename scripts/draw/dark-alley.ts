import { chance, repeat } from "./chance.ts";

const WIDTH = 1280;
const HEIGHT = 853;
const GROUND = 560;
const LAMP_X = 694;

/** A wet alley at night under one lamp, as SVG. */
export function darkAlley(): string {
  const next = chance(7);
  const bricks = repeat(840, (at) => {
    // 0 at the far end of the walls, 1 next to the viewer.
    const near = next() ** 0.7;
    const scale = 0.25 + near;
    const x = at % 2 === 0 ? 520 - near * 520 : 760 + near * 520;
    const y = 430 + (next() * HEIGHT - 430) * scale;
    const fill = next() < 0.5 ? "#1b1a20" : "#0c0c10";
    return `<rect x="${x}" y="${y}" width="${34 * scale}" height="${9 * scale}" fill="${fill}" opacity="${0.35 + next() * 0.4}"/>`;
  });
  const puddles = repeat(150, () => {
    const near = next() ** 1.3;
    const x = 640 + (next() - 0.5) * (160 + near * 900);
    const glitter = Math.exp(-(((x - LAMP_X) / (60 + near * 120)) ** 2));
    const fill = next() < glitter ? "#e8b060" : "#27303f";
    const y = GROUND + near * (HEIGHT - GROUND);
    return `<ellipse cx="${x}" cy="${y}" rx="${8 + near * 46 * next()}" ry="${1 + near * 4}" fill="${fill}" opacity="${0.12 + glitter * 0.5}"/>`;
  });
  const rain = repeat(230, () => {
    const [x, y, length] = [next() * WIDTH, next() * HEIGHT, 14 + next() * 34];
    return `<path d="M${x} ${y} l-3 ${length}" stroke="#b9c6d8" opacity="${0.05 + next() * 0.16}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs>
<radialGradient id="lamp"><stop offset="0" stop-color="#ffe2a0"/><stop offset=".08" stop-color="#f2b45e" stop-opacity=".8"/>
<stop offset=".35" stop-color="#b06f2c" stop-opacity=".25"/><stop offset="1" stop-opacity="0"/></radialGradient>
<linearGradient id="ground" x2="0" y2="1"><stop offset="0" stop-color="#1d2028"/><stop offset="1" stop-color="#07080b"/></linearGradient>
<linearGradient id="left"><stop offset="0" stop-color="#060608"/><stop offset="1" stop-color="#1a191f"/></linearGradient>
<linearGradient id="right" x1="1" x2="0"><stop offset="0" stop-color="#050507"/><stop offset="1" stop-color="#211d1c"/></linearGradient>
<filter id="soft"><feGaussianBlur stdDeviation="2"/></filter>
</defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#0a0c12"/><path d="M500 0 H760 L720 ${GROUND} H560Z" fill="#10141f"/>
<rect x="556" y="330" width="168" height="232" fill="#0d0d12"/>
<rect x="592" y="372" width="26" height="38" fill="#3a2f1c"/><rect x="660" y="372" width="26" height="38" fill="#131318"/>
<path d="M0 0 H520 L560 ${GROUND} L0 ${HEIGHT}Z" fill="url(#left)"/>
<path d="M1280 0 H760 L720 ${GROUND} L1280 ${HEIGHT}Z" fill="url(#right)"/>
<g filter="url(#soft)">${bricks}</g>
<path d="M560 ${GROUND} H720 L1280 ${HEIGHT} H0Z" fill="url(#ground)"/>
<g filter="url(#soft)">${puddles}</g>
<path d="M742 250 L700 236" stroke="#2a2622" stroke-width="6"/>
<circle cx="${LAMP_X}" cy="244" r="330" fill="url(#lamp)"/><circle cx="${LAMP_X}" cy="244" r="9" fill="#fff0c8"/>
<path d="M180 300 L330 330 V470 L180 500Z" fill="#0a0a0d"/><path d="M930 ${GROUND} l120 40 v150 l-120 -60Z" fill="#0b0d0c"/>
${rain}
</svg>`;
}
