import { CUT_ENDINGS, CUT_SECONDS, type CutEnding, type CutForm } from "../../../schema/wire/cut.ts";

/** What the name of a cut says. */
export interface NamedCut {
  readonly form: CutForm;
  /** Its length in hundredths of a second. */
  readonly hundredths: number;
  readonly ending: CutEnding;
}

const NAME = /^([1-9]\d{0,2}\.\d{2})-([a-z]+)(\.wav|\.mp3|\.watermarked\.mp3)$/;
const FORMS: Readonly<Record<string, CutForm>> = { ".wav": "wav", ".mp3": "mp3", ".watermarked.mp3": "watermarked" };
const EXTENSIONS: Readonly<Record<CutForm, string>> = { wav: ".wav", mp3: ".mp3", watermarked: ".watermarked.mp3" };
const HUNDREDTHS = 100;

/** `30.00-button.mp3` */
export function cutName({ form, hundredths, ending }: NamedCut): string {
  return `${(hundredths / HUNDREDTHS).toFixed(2)}-${ending}${EXTENSIONS[form]}`;
}

/** Null for a text that `cutName` does not write. */
export function parseCutName(name: string): NamedCut | null {
  const [, length = "", ended, extension = ""] = NAME.exec(name) ?? [];
  const ending = CUT_ENDINGS.find((one) => one === ended);
  const form = FORMS[extension];
  const seconds = Number(length);
  if (ending === undefined || form === undefined) return null;
  if (seconds < CUT_SECONDS.least || seconds > CUT_SECONDS.most) return null;
  return { form, hundredths: Math.round(HUNDREDTHS * seconds), ending };
}
