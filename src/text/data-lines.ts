/** The lines of a data file that say something. */
export function dataLines(file: string): string[] {
  return file.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
}

/** "a, b c" */
export function listed(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
