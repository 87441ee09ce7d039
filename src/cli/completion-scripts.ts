import type { Command, CommandOption } from "./command.ts";

export interface Completed {
  readonly command: Pick<Command, "name" | "summary">;
  readonly options: readonly CommandOption[];
}

type Script = (commands: readonly Completed[]) => string;

/** The scripts by the name of their shell. */
export const SHELLS: Readonly<Record<string, Script | undefined>> = { bash, zsh, fish };

/** Options whose value is a path. */
const PATHS = new Set(["FILE", "DIR", "PATH"]);

/** Returns the first words of commands, or the second words of those that begin with `first`. */
function words(commands: readonly Completed[], first?: string): readonly string[] {
  const names = commands.map(({ command }) => command.name.split(" "));
  const found =
    first === undefined
      ? names.map(([word = ""]) => word)
      : names.flatMap((name) => (name[0] === first ? name.slice(1) : []));
  return [...new Set(found)];
}

function groups(commands: readonly Completed[]): readonly string[] {
  return words(commands).filter((word) => words(commands, word).length > 0);
}

function flags(options: readonly CommandOption[]): string {
  return options.map(({ name }) => `--${name}`).join(" ");
}

function bash(commands: readonly Completed[]): string {
  const second = groups(commands).map((word) => `    "${word}") words="${words(commands, word).join(" ")}" ;;`);
  const options = commands.map(({ command, options: all }) => `    "${command.name}") words="${flags(all)}" ;;`);
  const paths = commands.flatMap(({ options: all }) =>
    all.flatMap(({ name, placeholder }) => (PATHS.has(placeholder ?? "") ? [`--${name}`] : [])),
  );
  return `# bash completion for needledrop, made by \`needledrop completions bash\`.
_needledrop() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  case "$before" in ${[...new Set(paths)].join("|")})
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$word"))
    return ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${words(commands).join(" ")}"
  elif [ "$COMP_CWORD" -eq 2 ] && [ "\${word:0:1}" != "-" ]; then
    case "\${COMP_WORDS[1]}" in
${second.join("\n")}
    esac
  elif [ "\${word:0:1}" = "-" ]; then
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${options.filter((line) => line.split('"')[1]?.includes(" ") === true).join("\n")}
    esac
    [ -n "$words" ] || case "\${COMP_WORDS[1]}" in
${options.filter((line) => line.split('"')[1]?.includes(" ") === false).join("\n")}
    esac
  fi
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  else
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _needledrop needledrop
`;
}

/** zsh can run completions of bash. */
function zsh(commands: readonly Completed[]): string {
  const head = "#compdef needledrop\nautoload -U +X bashcompinit && bashcompinit\n";
  return head + bash(commands).replace("completions bash", "completions zsh").replace("# bash", "# zsh");
}

function fish(commands: readonly Completed[]): string {
  const first = words(commands).map((word) => {
    const own = commands.find(({ command }) => command.name === word)?.command.summary ?? `commands for ${word}`;
    return `complete -c needledrop -n __fish_use_subcommand -a ${word} -d ${quoted(own)}`;
  });
  const second = commands.flatMap(({ command }) => {
    const [group, word] = command.name.split(" ");
    if (word === undefined) return [];
    const missing = `__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${words(commands, group).join(" ")}`;
    return [`complete -c needledrop -f -n ${quoted(missing)} -a ${word} -d ${quoted(command.summary)}`];
  });
  const options = commands.flatMap(({ command, options: all }) => {
    const seen = command.name
      .split(" ")
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join("; and ");
    return all.map(({ name, placeholder, about }) => {
      const value = placeholder === undefined ? "" : PATHS.has(placeholder) ? " -r -F" : " -x";
      return `complete -c needledrop -n ${quoted(seen)} -l ${name}${value} -d ${quoted(about)}`;
    });
  });
  return [
    "# fish completion for needledrop, made by `needledrop completions fish`.",
    ...first,
    ...second,
    ...options,
    "",
  ].join("\n");
}

/** Quotes a text for fish, where a single-quoted text has two escapes. */
function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
