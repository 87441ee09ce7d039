import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type IncludedPackage, includedPackages } from "./included-packages.ts";

const LICENSE_FILES = /^(licen[cs]e|copying|notice|third.?party)/i;

/** Returns names, versions and licence texts of the npm packages of the modules `inputs`, as one text. */
export async function collectNotices(inputs: readonly string[], root: string): Promise<string> {
  const notices = await Promise.all(includedPackages(inputs, root).map((one) => noticeOf(one, root)));
  return notices.join(`\n${"-".repeat(80)}\n\n`);
}

async function noticeOf({ name, version, license, folder }: IncludedPackage, root: string): Promise<string> {
  const path = join(root, folder);
  const files = (await readdir(path)).filter((file) => LICENSE_FILES.test(file)).toSorted();
  const texts = await Promise.all(files.map((file) => Bun.file(join(path, file)).text()));
  const text = texts.length === 0 ? "The package contains no licence text." : texts.join("\n\n");
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}
