const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;

/** Decodes characters that XML cannot contain: `_x000D_` is a carriage return (ECMA-376 part 1, 22.9.2.19). */
export function unescaped(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(ESCAPE, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
