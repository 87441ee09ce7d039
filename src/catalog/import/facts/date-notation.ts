import { type DateMark, datePartsOf } from "./date-parts.ts";

export type DateOrder = "day first" | "month first";

/** How the dates of a column are written, as far as its cells show. */
export interface DateNotation {
  /** The order of day and month, by the character between them. Null if no cell shows it. */
  readonly orders: Readonly<Record<DateMark, DateOrder | null>>;
  /** Whether numbers without a mark are seconds or milliseconds since 1970, because one of them is too long for a day. */
  readonly hasSeconds: boolean;
}

const MARKS: readonly DateMark[] = [".", "/", "-"];

/** Collects what the cells of a column show about the notation of its dates. */
export class DateEvidence {
  readonly #found = new Map<DateMark, { day: number; month: number; unclear: string | null }>();
  #hasSeconds = false;

  add(text: string): void {
    if (text[4] === "-") return;
    if (/^(?:-\d+|\d{9,})(?:[.,]0+)?$/.test(text)) this.#hasSeconds = true;
    const parts = datePartsOf(text);
    if (parts === null) return;
    const counts = this.#found.get(parts.mark) ?? { day: 0, month: 0, unclear: null };
    this.#found.set(parts.mark, counts);
    const [first, second] = [parts.first, parts.second];
    if (first > 12 && second <= 12) counts.day++;
    else if (second > 12 && first <= 12) counts.month++;
    else if (first !== second) counts.unclear ??= text;
  }

  notation(): DateNotation {
    const order = (mark: DateMark): DateOrder | null => {
      const { day = 0, month = 0 } = this.#found.get(mark) ?? {};
      if (day > 0 && month > 0) return null;
      return day > 0 ? "day first" : month > 0 ? "month first" : null;
    };
    return {
      orders: { ".": order(".") ?? this.#orderOfPoints(), "/": order("/"), "-": order("-") },
      hasSeconds: this.#hasSeconds,
    };
  }

  /** Says how unclear dates were read: `read with the day first, as in other cells: "01/05/2024"`. */
  remarks(): string[] {
    const { orders } = this.notation();
    return MARKS.flatMap((mark) => {
      const unclear = this.#found.get(mark)?.unclear ?? null;
      const order = orders[mark];
      return unclear === null || order === null
        ? []
        : [`dates such as ${JSON.stringify(unclear)} were read with the ${order}`];
    });
  }

  /** Languages that write dates with points put the day first. Null if the cells contradict each other. */
  #orderOfPoints(): DateOrder | null {
    const { day = 0, month = 0 } = this.#found.get(".") ?? {};
    return day > 0 && month > 0 ? null : "day first";
  }
}

/** The notation of a date without a column. */
export const NO_DATE_NOTATION: DateNotation = {
  orders: { ".": "day first", "/": null, "-": null },
  hasSeconds: false,
};
