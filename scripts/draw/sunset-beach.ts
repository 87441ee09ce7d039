import { chance, repeat } from "./chance.ts";

const WIDTH = 1280;
const HEIGHT = 853;
const HORIZON = 470;
const SHORE = 690;
const SUN_X = 820;
const CLOUDS = ["#ff9a5c", "#f26d5b", "#8f4a68", "#ffc27a"] as const;
const SHORELINE = `M0 ${SHORE} Q200 664 420 ${SHORE} T860 682 T1280 668`;

/** A palm in front of a sun that sets over the sea, as SVG. */
export function sunsetBeach(): string {
  const next = chance(7);
  const clouds = repeat(46, (at) => {
    const [x, y, width] = [next() * WIDTH, 90 + next() * 290, 80 + next() * 340];
    const height = 5 + next() * 15;
    const opacity = 0.18 + next() * 0.3;
    return `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${height}" fill="${CLOUDS[at % CLOUDS.length]}" opacity="${opacity}"/>`;
  });
  const waves = repeat(260, () => {
    // 0 at the horizon, 1 at the shore.
    const near = next() ** 1.6;
    const x = next() * WIDTH;
    const width = (20 + next() * 110) * (0.4 + near * 1.6);
    const glitter = Math.exp(-(((x - SUN_X) / (90 + 260 * near)) ** 2));
    const lit = glitter > 0.35 && next() < glitter;
    const fill = lit ? "#ffd9a0" : next() < 0.5 ? "#3a2a4e" : "#c06a52";
    const y = HORIZON + near * (SHORE - HORIZON);
    return `<ellipse cx="${x}" cy="${y}" rx="${width / 2}" ry="${1 + near * 3.2}" fill="${fill}" opacity="${0.25 + glitter * 0.55}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs>
<linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="#2b2d5b"/><stop offset=".35" stop-color="#8a4a74"/>
<stop offset=".68" stop-color="#f0764f"/><stop offset="1" stop-color="#ffc46b"/></linearGradient>
<linearGradient id="sea" x2="0" y2="1"><stop offset="0" stop-color="#e08a56"/><stop offset=".3" stop-color="#9a5a63"/>
<stop offset="1" stop-color="#3d3357"/></linearGradient>
<linearGradient id="sand" x2="0" y2="1"><stop offset="0" stop-color="#8a5f55"/><stop offset="1" stop-color="#c08a5f"/></linearGradient>
<radialGradient id="glow"><stop offset="0" stop-color="#fff2c0"/><stop offset=".16" stop-color="#ffe08a" stop-opacity=".95"/>
<stop offset=".3" stop-color="#ffb060" stop-opacity=".5"/><stop offset="1" stop-color="#ff8040" stop-opacity="0"/></radialGradient>
<filter id="cloudy"><feGaussianBlur stdDeviation="9 4"/></filter><filter id="soft"><feGaussianBlur stdDeviation="1.6 .6"/></filter>
</defs>
<rect width="${WIDTH}" height="${HORIZON + 2}" fill="url(#sky)"/>
<g filter="url(#cloudy)">${clouds}</g>
<circle cx="${SUN_X}" cy="428" r="330" fill="url(#glow)"/><circle cx="${SUN_X}" cy="428" r="44" fill="#fff3c9"/>
<path d="M0 ${HORIZON} V452 Q120 430 240 447 T430 462 L470 ${HORIZON}Z" fill="#4a2f4c"/>
<rect y="${HORIZON}" width="${WIDTH}" height="240" fill="url(#sea)"/>
<g filter="url(#soft)">${waves}</g>
<path d="${SHORELINE} V${HEIGHT} H0Z" fill="url(#sand)"/>
<path d="${SHORELINE} L1280 676 Q1070 690 860 692 T420 702 T0 700Z" fill="#ffe6c4" opacity=".65" filter="url(#soft)"/>
<path d="M196 853 Q214 640 188 470 Q184 440 200 430 Q214 520 226 640 Q232 760 224 853Z" fill="#1d1424"/>
<g stroke="#1d1424" stroke-width="9" fill="none" stroke-linecap="round"><path d="M196 438 Q120 390 58 420"/>
<path d="M196 436 Q130 350 84 340"/><path d="M198 434 Q200 350 168 306"/><path d="M200 434 Q260 360 300 352"/>
<path d="M202 438 Q290 400 338 428"/><path d="M202 440 Q270 440 306 486"/><path d="M196 440 Q130 440 96 492"/></g>
</svg>`;
}
