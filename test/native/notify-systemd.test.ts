import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { notifySystemd } from "../../src/native/notify-systemd.ts";
import { DatagramReceiver } from "../support/datagram-receiver.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

describe.skipIf(process.platform !== "linux")("a notification of the service manager", () => {
  test.each([
    ["a path", () => join(temporaryFolder(), "notify")],
    ["an abstract name", () => `@needledrop-test-${process.pid}-${performance.now()}`],
  ])("arrives at %s", (_name, make) => {
    const path = make();
    const receiver = new DatagramReceiver(path);
    try {
      expect(notifySystemd(path, "READY=1\nSTATUS=Serving")).toBeNull();
      expect(notifySystemd(path, "WATCHDOG=1")).toBeNull();
      expect([receiver.next(), receiver.next(), receiver.next()]).toEqual([
        "READY=1\nSTATUS=Serving",
        "WATCHDOG=1",
        null,
      ]);
    } finally {
      receiver.close();
    }
  });

  test("says why it fails", () => {
    const file = join(temporaryFolder(), "plain");
    writeFileSync(file, "");
    expect(notifySystemd(file, "READY=1")).toBe("the service manager does not receive it");
    expect(notifySystemd(join(temporaryFolder(), "none"), "READY=1")).toBe("the service manager does not receive it");
    expect(notifySystemd("vsock:2:3", "READY=1")).toContain("NOTIFY_SOCKET");
    expect(notifySystemd(`/${"x".repeat(200)}`, "READY=1")).toContain("NOTIFY_SOCKET");
  });

  test("does not wait for a receiver that reads nothing", () => {
    const path = join(temporaryFolder(), "notify");
    const receiver = new DatagramReceiver(path);
    try {
      const answers = Array.from({ length: 2_000 }, () => notifySystemd(path, "WATCHDOG=1"));
      expect(answers.at(0)).toBeNull();
      expect(answers.at(-1)).toBe("the service manager does not receive it");
    } finally {
      receiver.close();
    }
  });
});
