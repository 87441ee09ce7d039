import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { findNoexecMount, noexecMountOf } from "../../src/native/noexec.ts";

const MOUNTS = `22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:26 / /srv rw,nosuid,nodev,noexec,relatime shared:2 - ext4 /dev/sdb1 rw
31 30 0:27 / /srv/programs rw,relatime shared:3 - ext4 /dev/sdc1 rw
32 22 0:28 / /mnt/big\\040disk rw,noexec shared:4 - xfs /dev/sdd1 rw
33 22 0:29 / /twice rw,noexec shared:5 - tmpfs tmpfs rw
34 33 0:30 / /twice rw shared:6 - tmpfs tmpfs rw`;

test.each([
  ["/home/studio/data", null],
  ["/srv/needledrop", "/srv"],
  ["/srv", "/srv"],
  ["/srv/programs/needledrop", null],
  ["/srvice/needledrop", null],
  ["/mnt/big disk/data", "/mnt/big disk"],
  ["/twice/data", null],
])("programs below %s are forbidden by %p", (path, mount) => {
  expect(findNoexecMount(MOUNTS, path)).toBe(mount);
});

test("an empty mount table forbids nothing", () => {
  expect(findNoexecMount("", "/data")).toBeNull();
});

test("the mount table of this machine can be read", () => {
  expect(noexecMountOf(tmpdir())).toBeOneOf([null, tmpdir(), "/"]);
});
