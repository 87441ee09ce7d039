import { describe, expect, test } from "bun:test";
import { parseBrief } from "../../../src/brief/parse-brief.ts";
import { describeConstraint } from "../../../src/ranking/describe-constraint.ts";

function lengthsOf(brief: string): readonly string[] {
  const { constraints } = parseBrief({ query: brief, context: null });
  return constraints.filter(({ kind }) => kind === "duration").map((one) => describeConstraint(one));
}

describe("the length of a shot", () => {
  test.each([
    "Die Kamera bleibt sechs Minuten an seinem Rücken",
    "eine Einstellung, die vier Minuten dauert",
    "The camera stays on her face for six minutes",
    "sad piano; the shot lasts six minutes",
    "a six-minute tracking shot through a market",
    "The end card has a voice-over of four seconds. Music: dream pop",
    "La caméra reste six minutes sur son dos",
    "La cámara se queda seis minutos en su espalda",
    "La macchina da presa resta sei minuti sulla sua schiena",
    "A câmera fica seis minutos nas costas dele",
  ])("in %p is no length of the song", (brief) => {
    expect(lengthsOf(brief)).toEqual([]);
  });

  test.each([
    ["sad piano, 3 minutes", "162 to 198 seconds long"],
    ["music for a long shot, 3 minutes", "162 to 198 seconds long"],
    ["sad piano for the last scene, two minutes", "108 to 132 seconds long"],
    ["ruhige Musik für eine Szene, zwei Minuten", "108 to 132 seconds long"],
    ["The track should run two minutes", "108 to 132 seconds long"],
  ])("leaves the length in %p: %p", (brief, length) => {
    expect(lengthsOf(brief)).toEqual([length]);
  });
});

describe("a time in the story", () => {
  test.each([
    "A kitchen, twenty minutes before service",
    "Une cuisine, vingt minutes avant le service",
    "Deux minutes plus tard, elle rit",
    "Zwanzig Minuten vor dem Anpfiff, nervöser Jazz",
    "Zwei Minuten später steht sie im Regen",
    "Veinte minutos antes del estreno",
    "Dieci minuti dopo, in cucina",
    "Três minutos depois, o mar",
  ])("in %p is no length of the song", (brief) => {
    expect(lengthsOf(brief)).toEqual([]);
  });

  test.each([
    ["deux minutes, après la pluie", "108 to 132 seconds long"],
    ["Jazz, zwei Minuten, vor allem Bass", "108 to 132 seconds long"],
  ])("is not the length in %p", (brief, length) => {
    expect(lengthsOf(brief)).toEqual([length]);
  });
});
