import uPlot from "uplot";

/** A group of bars, stacked on the former ones. */
export interface ChartSeries {
  readonly label: string;
  /** A custom property of the page's style, such as `--accent`. */
  readonly colour: string;
  readonly values: readonly number[];
}

export interface ChartContent {
  /** What the places below the bars are, such as months. */
  readonly axis: string;
  /** The places, from left to right. */
  readonly names: readonly string[];
  readonly series: readonly ChartSeries[];
  readonly numberText: (value: number) => string;
}

export interface DrawnChart {
  remove(): void;
}

const HEIGHT = 220;
const WIDTH_MIN = 200;
const AXIS_WIDTH = 64;
/** Pixels that a name below the bars needs at least. */
const NAME_WIDTH = 64;
/** Share of its place, and pixels, that a bar takes at most. */
const BAR = [0.7, 56] as const;
/** Space above the highest bar, as a share of it. */
const HEADROOM = 0.05;
/** Searches are whole numbers, and months are named whole. */
const WHOLE_STEPS = [0, 1, 2, 3, 4, 5, 6].flatMap((power) => [1, 2, 5].map((step) => step * 10 ** power));
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120];

/**
 * Draws stacked bars. They are drawn again in the colours of the page when its theme changes, and resized with `place`. The legend
 * shows the values below the pointer; without a pointer, those of the last place.
 */
export function drawChart(place: HTMLElement, content: ChartContent): DrawnChart {
  let chart = draw(place, content);
  const redraw = (): void => {
    chart.destroy();
    chart = draw(place, content);
  };
  const resized = new ResizeObserver(() => {
    if (chart.width !== widthOf(place)) chart.setSize({ width: widthOf(place), height: HEIGHT });
  });
  resized.observe(place);
  const themed = new MutationObserver(redraw);
  themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const scheme = matchMedia("(prefers-color-scheme: light)");
  scheme.addEventListener("change", redraw);
  return {
    remove: () => {
      resized.disconnect();
      themed.disconnect();
      scheme.removeEventListener("change", redraw);
      chart.destroy();
    },
  };
}

function draw(place: HTMLElement, { axis, names, series, numberText }: ChartContent): uPlot {
  const style = getComputedStyle(document.documentElement);
  const colourOf = (property: string): string => style.getPropertyValue(property).trim();
  const lines = { stroke: colourOf("--line"), width: 1 };
  const inStyle = { stroke: colourOf("--dim"), font: `12px ${colourOf("--font")}`, ticks: lines };
  const bars = uPlot.paths.bars?.({ size: [...BAR] });
  const last = names.length - 1;
  const options: uPlot.Options = {
    width: widthOf(place),
    height: HEIGHT,
    cursor: { drag: { x: false, y: false }, points: { show: false }, y: false },
    scales: {
      x: { time: false, range: [-0.5, last + 0.5] },
      y: { range: (_chart, _min, max) => [0, Math.max(1, max * (1 + HEADROOM))] },
    },
    axes: [
      {
        ...inStyle,
        grid: { show: false },
        space: NAME_WIDTH,
        incrs: MONTH_STEPS,
        values: (_chart, splits) => splits.map((split) => names[split] ?? ""),
      },
      {
        ...inStyle,
        grid: lines,
        size: AXIS_WIDTH,
        incrs: WHOLE_STEPS,
        values: (_chart, splits) => splits.map(numberText),
      },
    ],
    series: [
      { label: axis, value: (_chart, index: number | null) => names[index ?? last] ?? "" },
      ...topFirst(series).map(({ label, colour, values }): uPlot.Series => ({
        label,
        width: 0,
        stroke: colourOf(colour),
        fill: colourOf(colour),
        ...(bars === undefined ? {} : { paths: bars }),
        points: { show: false },
        // The bar has the total up to this group; the legend has the group's own number.
        value: (_chart, _total, _series, index) => numberText(values[index ?? last] ?? 0),
      })),
    ],
  };
  return new uPlot(options, [names.map((_name, index) => index), ...topFirst(stackedTotals(series))], place);
}

/** The highest bars are drawn first, and the lower ones over them. */
function topFirst<Group>(groups: readonly Group[]): readonly Group[] {
  return groups.toReversed();
}

/** Returns for each group the sums of its values and those of the groups before it. */
function stackedTotals(series: readonly ChartSeries[]): number[][] {
  const totals: number[][] = [];
  for (const { values } of series) {
    const before = totals.at(-1);
    totals.push(values.map((value, index) => value + (before?.[index] ?? 0)));
  }
  return totals;
}

function widthOf(place: HTMLElement): number {
  return Math.max(WIDTH_MIN, Math.floor(place.clientWidth));
}
