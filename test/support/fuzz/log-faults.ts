import type { Logged } from "../http-app.ts";
import { LEAKS } from "./answer-faults.ts";

/** Returns what is wrong with logged lines; empty if nothing is. Paths of files are for operators, so lines can have them. */
export function logFaults(lines: readonly Logged[], secrets: readonly string[]): string[] {
  const faults = lines.filter(({ level }) => level === "error").map((line) => `logged: ${Bun.inspect(line)}`);
  for (const line of lines) {
    const text = JSON.stringify(line).replaceAll("\\n", "\n");
    if (secrets.some((secret) => text.includes(secret))) faults.push(`the log has a secret: ${text}`);
    for (const leak of LEAKS) if (leak.test(text)) faults.push(`the log has ${String(leak)}: ${text}`);
  }
  return faults;
}
