import { SETTINGS, variableOf } from "../../config/settings.ts";
import { PRIVATE, type SetupAnswers, type SetupFile } from "./answers.ts";

const HEAD = `# Settings of Needledrop. Environment variables (${variableOf("PORT")}) and options (--port) take precedence.
# The server reads this file when it starts. Relative paths start at the folder of this file.
`;

/** Returns the settings file: the answers, then every other setting with its default as a comment. */
export function settingsText(answers: SetupAnswers): SetupFile {
  const { data, host, port, baseUrl, config } = answers;
  const given = new Map<string, string>([
    ["DATA", quoted(data)],
    ["HOST", quoted(host)],
    ["PORT", String(port)],
    ...(baseUrl === null ? [] : [["BASE_URL", quoted(baseUrl)] as const]),
  ]);
  const entries = SETTINGS.map(({ name, about, fallback }) => {
    const value = given.get(name);
    const key = name.toLowerCase();
    return `\n# ${about}\n${value === undefined ? `# ${key} = ${quoted(fallback)}` : `${key} = ${value}`}\n`;
  });
  // It is private from the start, because secrets will be added to it.
  return { name: config, text: HEAD + entries.join(""), mode: PRIVATE };
}

/** Returns a basic string of TOML, which has the same escapes as JSON. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
