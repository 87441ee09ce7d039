/** Returns the lines of a data file without blank lines and comments. */
export function dataLines(file: string): string[] {
  return file.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
}

/** Splits "a, b c" at its commas. */
export function listed(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
