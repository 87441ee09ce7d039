import { expect, test } from "bun:test";
import { Turns } from "../../src/lib/turns.ts";

/** Tasks that record their start. `others` marks each pause. */
function recorded() {
  const events: string[] = [];
  const turns = new Turns(async () => {
    await Promise.resolve();
    events.push("others");
  });
  const task = async (owner: string, name: string): Promise<void> => {
    await turns.next(owner);
    events.push(name);
  };
  return { events, task };
}

test("other work runs before each task", async () => {
  const { events, task } = recorded();
  await Promise.all(["a1", "a2", "a3"].map((name) => task("a", name)));
  expect(events).toEqual(["others", "a1", "others", "a2", "others", "a3"]);
});

test("owners take turns, whatever the number of their tasks", async () => {
  const { events, task } = recorded();
  const many = Array.from({ length: 5 }, (_, at) => task("a", `a${at + 1}`));
  await Promise.all([...many, task("b", "b1"), task("b", "b2"), task("c", "c1")]);
  expect(events.filter((event) => event !== "others").join(" ")).toBe("a1 b1 c1 a2 b2 a3 a4 a5");
});

test("a task can come after all others have started", async () => {
  const { events, task } = recorded();
  await task("a", "a1");
  await task("a", "a2");
  expect(events).toEqual(["others", "a1", "others", "a2"]);
});
