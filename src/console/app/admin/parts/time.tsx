import { dateLanguage } from "../../lib/texts.ts";
import { zonedTimeText } from "../lib/format.ts";

/** A time of the API in the language and the time zone of the browser, whose name the title has; a dash for none. */
export function Time({ at }: { readonly at: string | null | undefined }) {
  if (at === null || at === undefined) return <>–</>;
  return (
    <time dateTime={at} title={zonedTimeText(at)}>
      {new Date(at).toLocaleString(dateLanguage.value, { dateStyle: "medium", timeStyle: "short" })}
    </time>
  );
}
