import { readdir } from "node:fs/promises";
import { join } from "node:path";

const LICENSE_FILES = /^(licen[cs]e|copying|notice|third.?party)/i;
const MODULES = "node_modules/";

/** Returns names, versions and licence texts of the npm packages of the modules `inputs`, as one text. */
export async function collectNotices(inputs: readonly string[], root: string): Promise<string> {
  const folders = new Set(inputs.map(packageFolderOf).filter((folder) => folder !== null));
  const notices = await Promise.all([...folders].toSorted().map((folder) => noticeOf(join(root, folder))));
  return notices.join(`\n${"-".repeat(80)}\n\n`);
}

/** Returns `node_modules/…/@scope/name` for a file in a package, at any nesting. Null for the project's own files. */
function packageFolderOf(path: string): string | null {
  const inner = path.lastIndexOf(MODULES);
  if (inner === -1) return null;
  const [first = "", second = ""] = path.slice(inner + MODULES.length).split("/");
  return (
    path.slice(path.indexOf(MODULES), inner + MODULES.length) + (first.startsWith("@") ? `${first}/${second}` : first)
  );
}

async function noticeOf(folder: string): Promise<string> {
  const manifest: unknown = await Bun.file(join(folder, "package.json")).json();
  const read = (field: string): string =>
    typeof manifest === "object" && manifest !== null && field in manifest
      ? String(manifest[field as keyof typeof manifest])
      : "unknown";
  const files = (await readdir(folder)).filter((name) => LICENSE_FILES.test(name)).toSorted();
  const texts = await Promise.all(files.map((name) => Bun.file(join(folder, name)).text()));
  const text = texts.length === 0 ? "The package contains no licence text." : texts.join("\n\n");
  return `${read("name")} ${read("version")} (${read("license")})\n\n${text.trim()}\n`;
}
