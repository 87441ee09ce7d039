export type TextValues = Readonly<Record<string, string | number>>;

/** Returns a text with each `{name}` replaced by its value. Numbers are written as in the language. */
export function filled(text: string, values: TextValues, language: string): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? value.toLocaleString(language) : value;
  });
}
