import { resolve } from "node:path";
import type { SetupAnswers } from "../app/setup/answers.ts";
import { SetupExists, writeSetup } from "../app/setup/write-setup.ts";
import { InvalidSetting, isWildcardHost, parseBaseUrl, parseHost, parseWholeNumber } from "../config/parse-setting.ts";
import { executablePath } from "../native/own-child.ts";
import type { Command, GivenOptions } from "./command.ts";
import { DONE, FAILED } from "./exit-status.ts";
import type { SafeIo } from "./io.ts";
import { printResult } from "./print.ts";
import { UsageError } from "./usage-error.ts";

const PORT_MAX = 65_535;
/** After as many wrong answers to a question, the command gives up. */
const ATTEMPTS_MAX = 3;
const SETTINGS_NAME = "needledrop.toml";
/** useradd(8): a letter or an underscore, then letters, figures, underscores and hyphens. */
const USER = /^[a-z_][a-z0-9_-]{0,30}$/;

/** A question, in the order in which they are asked. */
interface Question<Value> {
  readonly option: string;
  readonly text: string;
  readonly fallback: string;
  readonly parse: (text: string) => Value;
}

const DATA: Question<string> = {
  option: "data",
  text: "Folder for the data (catalog, media, databases), on a local disk",
  fallback: "/srv/needledrop",
  parse: (text) => resolve(text),
};
const HOST: Question<string> = {
  option: "host",
  text: "Address to listen on (127.0.0.1: only this machine, for example a proxy; 0.0.0.0: the network)",
  fallback: "127.0.0.1",
  parse: parseHost,
};
const PORT: Question<number> = {
  option: "port",
  text: "Port to listen on",
  fallback: "4040",
  parse: (text) => parseWholeNumber(text, 1, PORT_MAX),
};
const USER_NAME: Question<string> = {
  option: "user",
  text: "User that the server runs as",
  fallback: "needledrop",
  parse: (text) => {
    if (!USER.test(text)) throw new InvalidSetting("the name of a user of this system");
    return text;
  },
};

/** A link to all addresses does not work, so such a host needs the URL. */
function baseUrlQuestion(host: string): Question<string | null> {
  const isNeeded = isWildcardHost(host);
  return {
    option: "base-url",
    text: `URL that clients use, such as https://music.studio.example${isNeeded ? "" : " (empty: the address above)"}`,
    fallback: "",
    parse: (text) => {
      if (text === "" && isNeeded) throw new InvalidSetting(`the URL that clients use, because ${host} is no address`);
      return text === "" ? null : parseBaseUrl(text);
    },
  };
}

export const init: Command = {
  name: "init",
  anyUser: true,
  summary: "write a settings file, a systemd unit, and examples for proxies and containers",
  positionals: [
    { name: "FOLDER", about: "where the files are written (default: the working folder)", isOptional: true },
  ],
  options: [
    { name: "host", placeholder: "ADDRESS", about: "the address to listen on (default: 127.0.0.1)" },
    { name: "port", placeholder: "N", about: "the port to listen on (default: 4040)" },
    { name: "base-url", placeholder: "URL", about: "the public URL, the base of all links" },
    { name: "user", placeholder: "NAME", about: "the user that the server runs as (default: needledrop)" },
    { name: "force", about: "replace files that exist" },
  ],
  notes: `Asks for what is not given as an option. Without a terminal it asks nothing and takes the defaults. The settings file is
${SETTINGS_NAME} in FOLDER, or the file of --config. The command does not touch the data folder, and starts nothing.`,
  async run(invocation) {
    const { positionals, given, io } = invocation;
    const folder = resolve(positionals[0] ?? ".");
    const answers = await askAll(given, io, resolve(given.text("config") ?? `${folder}/${SETTINGS_NAME}`));
    try {
      const files = writeSetup(folder, answers, { replaces: given.has("force") });
      await printResult(invocation, { files, settings: answers.config }, textFor(files, answers));
      return DONE;
    } catch (error) {
      if (!(error instanceof SetupExists)) throw error;
      await io.err.write(`needledrop init: ${error.message}\n`);
      return FAILED;
    }
  },
};

async function askAll(given: GivenOptions, io: SafeIo, config: string): Promise<SetupAnswers> {
  const ask = <Value>(question: Question<Value>): Promise<Value> => answerTo(question, given, io);
  const data = await ask(DATA);
  const host = await ask(HOST);
  const port = await ask(PORT);
  const baseUrl = await ask(baseUrlQuestion(host));
  const user = await ask(USER_NAME);
  return { data, host, port, baseUrl, user, config, program: executablePath() };
}

/** Returns the option, the answer on a terminal, or the default. Throws UsageError for a wrong one. */
async function answerTo<Value>(question: Question<Value>, given: GivenOptions, io: SafeIo): Promise<Value> {
  const { option, text, fallback, parse } = question;
  const asked = given.text(option);
  if (asked !== undefined) return parsed(option, asked, parse);
  for (let attempt = 1; ; attempt++) {
    const answer = await io.ask(`${text}${fallback === "" ? "" : ` [${fallback}]`}: `);
    if (answer === null) return parsed(option, fallback, parse);
    try {
      return parsed(option, answer.trim() === "" ? fallback : answer.trim(), parse);
    } catch (error) {
      if (!(error instanceof UsageError) || attempt === ATTEMPTS_MAX) throw error;
      await io.err.write(`${error.message}\n`);
    }
  }
}

function parsed<Value>(option: string, text: string, parse: (text: string) => Value): Value {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof InvalidSetting)) throw error;
    throw new UsageError(`--${option}: expected ${error.message}, got ${JSON.stringify(text)}.`);
  }
}

function textFor(files: readonly string[], { config, data, user }: SetupAnswers): string {
  return `Wrote:
${files.map((file) => `  ${file}`).join("\n")}

Next, as an administrator of this machine:
  useradd --system --home-dir ${data} --shell /usr/sbin/nologin ${user}
  install -d -o ${user} -g ${user} -m 0700 ${data}
  chown ${user} ${config}
  sudo -u ${user} needledrop import --demo --config ${config}
  sudo -u ${user} needledrop keys create --name "editing suite" --config ${config}
  systemctl enable --now ${files.find((file) => file.endsWith(".service")) ?? ""}
`;
}
