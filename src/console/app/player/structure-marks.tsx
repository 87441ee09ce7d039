import { currentStructure } from "./structure.ts";
import { SHAPE_HEIGHT } from "./waveform-shape.ts";

const BAR_HEIGHT = 9;
/** Bar lines that are nearer than this, in units of the drawing, are drawn every four bars. */
const BAR_WIDTH_MIN = 4;
const BARS_TOGETHER = 4;

/** Bar lines and the borders of sections, over a waveform. `at` gives the place of a time. */
export function StructureMarks({ at }: { readonly at: (seconds: number) => number }) {
  const { value } = currentStructure;
  if (value === null) return null;
  const [first = 0, second = 0] = value.downbeats;
  const together = at(second) - at(first) < BAR_WIDTH_MIN ? BARS_TOGETHER : 1;
  return (
    <g class="structure">
      {value.sections.map(({ from, to, energy }) => (
        <rect
          key={`section ${from}`}
          class="wave-part"
          x={at(from)}
          width={Math.max(0, at(to) - at(from) - 1)}
          y={SHAPE_HEIGHT - 3}
          height={3}
          opacity={0.25 + 0.75 * energy}
        />
      ))}
      {value.sections.slice(1).map(({ from }) => (
        <rect key={`border ${from}`} class="wave-border" x={at(from) - 0.5} width={1} height={SHAPE_HEIGHT} />
      ))}
      {value.downbeats
        .filter((_, bar) => bar % together === 0)
        .map((time) => (
          <rect key={`bar ${time}`} class="wave-bar" x={at(time) - 0.4} width={0.8} y={0} height={BAR_HEIGHT} />
        ))}
    </g>
  );
}
