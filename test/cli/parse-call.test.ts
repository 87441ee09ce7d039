import { describe, expect, test } from "bun:test";
import type { Command } from "../../src/cli/command.ts";
import { DONE } from "../../src/cli/exit-status.ts";
import { type Call, parseCall } from "../../src/cli/parse-call.ts";
import { UsageError } from "../../src/cli/usage-error.ts";

const play: Command = {
  name: "play",
  summary: "play songs",
  positionals: [{ name: "SONG", about: "what to play", isRepeated: true }],
  options: [
    { name: "volume", placeholder: "N", about: "how loud" },
    { name: "loop", about: "repeat the song" },
    { name: "tag", placeholder: "WORD", about: "a tag", isRepeated: true },
  ],
  run: async () => DONE,
};
const listAdd: Command = { ...play, name: "list add", positionals: [], options: [] };
const stop: Command = { ...listAdd, name: "stop" };
const COMMANDS = [play, listAdd, stop];

function parse(...argv: readonly string[]): Extract<Call, { kind: "run" }> {
  const call = parseCall(COMMANDS, argv);
  if (call.kind !== "run") throw new Error("expected a call to run");
  return call;
}

function complaint(...argv: readonly string[]): string {
  try {
    parseCall(COMMANDS, argv);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error("expected a refusal");
}

describe("a call", () => {
  test("accepts options and arguments in any order", () => {
    const { command, positionals, given } = parse("play", "one", "--volume", "5", "two", "--loop", "--json");
    expect(command.name).toBe("play");
    expect(positionals).toEqual(["one", "two"]);
    expect([given.text("volume"), given.has("loop"), given.has("json"), given.has("tag")]).toEqual([
      "5",
      true,
      true,
      false,
    ]);
  });

  test("finds a command with two words", () => {
    expect(parse("list", "add", "--data", "x").command.name).toBe("list add");
  });

  test("accepts a value after an equals sign, even an empty one", () => {
    expect(parse("play", "a", "--volume=5").given.text("volume")).toBe("5");
    expect(parse("play", "a", "--volume=").given.text("volume")).toBe("");
  });

  test("returns every value of a repeatable option", () => {
    expect(parse("play", "a", "--tag", "x", "--tag", "y").given.all("tag")).toEqual(["x", "y"]);
  });

  test("reads everything after two dashes as arguments", () => {
    expect(parse("play", "--", "--loop").positionals).toEqual(["--loop"]);
  });

  test("accepts a value that begins with a dash", () => {
    expect(parse("play", "a", "--volume", "-5").given.text("volume")).toBe("-5");
  });

  test("with --help or -h is a request for help, even with other mistakes", () => {
    expect(parseCall(COMMANDS, ["play", "--help"]).kind).toBe("help");
    expect(parseCall(COMMANDS, ["list", "add", "-h"]).kind).toBe("help");
  });
});

describe("a refused call says what was expected and what was given", () => {
  test.each([
    [["paly"], 'There is no command "paly". Did you mean `play`?'],
    [["quite-another"], 'There is no command "quite-another".'],
    [["--loop", "play"], "Expected a command first, got --loop."],
    [["list"], "list: expected one of list add; got nothing."],
    [["list", "ad"], 'list: expected one of list add; got "ad". Did you mean `list add`?'],
    [["list", "--json"], "list: expected one of list add; got nothing."],
    [["play"], "play: expected SONG: what to play; got nothing."],
    [["play", "a", "--volme", "5"], "play has no option --volme. Did you mean `--volume`?"],
    [["play", "a", "--xyz"], "play has no option --xyz."],
    [["play", "a", "-v"], "play has no option -v."],
    [["play", "a", "--volume"], "--volume: expected N, got nothing."],
    [["play", "a", "--volume", "--loop"], "--volume: expected N, got nothing."],
    [["play", "a", "--volume", "1", "--volume", "2"], "--volume: expected at most once, got 2 times."],
    [["play", "a", "--loop=yes"], '--loop is a switch and takes no value, got "yes".'],
    [
      ["stop", "now"],
      'stop: expected `needledrop stop [options]`, got the extra argument "now". Put a text of several words in quotes.',
    ],
  ])("%j", (argv, message) => {
    expect(complaint(...argv)).toBe(message);
  });
});
