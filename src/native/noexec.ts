import { readFileSync, realpathSync } from "node:fs";

/** Returns the mount point whose option noexec forbids running programs below `folder` (Linux); null if they can run. */
export function noexecMountOf(folder: string): string | null {
  if (process.platform !== "linux") return null;
  return findNoexecMount(readFileSync("/proc/self/mountinfo", "utf8"), realpathSync(folder));
}

/** Like `noexecMountOf`, for the text of a mountinfo file (proc_pid_mountinfo(5)) and an absolute path without links. */
export function findNoexecMount(mountinfo: string, path: string): string | null {
  let found = { point: "", options: "" };
  for (const line of mountinfo.split("\n")) {
    const [, , , , escaped, options = ""] = line.split(" ");
    if (escaped === undefined) continue;
    const point = unescapeOctal(escaped);
    // The later of two mounts at the same point hides the earlier one.
    if (isBelow(path, point) && point.length >= found.point.length) found = { point, options };
  }
  return found.options.split(",").includes("noexec") ? found.point : null;
}

function isBelow(path: string, point: string): boolean {
  return point === "/" || path === point || path.startsWith(`${point}/`);
}

function unescapeOctal(text: string): string {
  return text.replaceAll(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
