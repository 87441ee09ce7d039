import { describe, expect, test } from "bun:test";
import { cpuMsOfTree } from "../../src/native/cpu-time.ts";

const SPIN = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";

/** Starts a shell and waits for its first line. It runs until its stdin is closed. */
async function shellThatSaysReady(script: string) {
  const child = Bun.spawn(["/bin/sh", "-c", script], { stdin: "pipe", stdout: "pipe", stderr: "inherit" });
  await child.stdout.getReader().read();
  return child;
}

describe.skipIf(process.platform !== "linux")("the processor time of a process", () => {
  test.each([
    ["its own work", `${SPIN}; echo ready; read x`],
    ["a child that has ended", `/bin/sh -c '${SPIN}'; echo ready; read x`],
    ["a running child", `/bin/sh -c '${SPIN}; echo ready; read x'; true`],
    ["a running grandchild", `/bin/sh -c "/bin/sh -c '${SPIN}; echo ready; read x'; true"; true`],
  ])("includes %s", async (_, script) => {
    const busy = await shellThatSaysReady(script.replaceAll("$", script.includes('"') ? "\\$" : "$"));
    const idle = await shellThatSaysReady("echo ready; read x");
    try {
      expect(cpuMsOfTree(busy.pid)).toBeGreaterThan(40);
      expect(cpuMsOfTree(idle.pid)).toBeLessThan(40);
    } finally {
      busy.kill("SIGKILL");
      idle.kill("SIGKILL");
    }
  });

  test("includes a running child of a program like ours, which starts it from its main thread", async () => {
    const shell = ["/bin/sh", "-c", `${SPIN}; echo $$; read x`];
    const script = `Bun.spawn(${JSON.stringify(shell)}, { stdin: "inherit", stdout: "inherit" }); setInterval(() => {}, 1_000);`;
    const ours = Bun.spawn([process.execPath, "-e", script], { stdin: "pipe", stdout: "pipe", stderr: "inherit" });
    try {
      const { value } = await ours.stdout.getReader().read();
      const spun = cpuMsOfTree(Number(Buffer.from(value ?? []).toString())) ?? 0;
      expect(spun).toBeGreaterThan(40);
      expect(cpuMsOfTree(ours.pid)).toBeGreaterThanOrEqual(spun);
    } finally {
      ours.kill("SIGKILL");
    }
  });

  test("is unknown for a process that has ended", async () => {
    const child = Bun.spawn(["true"]);
    await child.exited;
    expect(cpuMsOfTree(child.pid)).toBeNull();
  });
});
