import { readFileSync } from "node:fs";
import { join } from "node:path";

const MODULES = "node_modules/";

/** An npm package with modules in the executable. */
export interface IncludedPackage {
  readonly name: string;
  readonly version: string;
  /** As its package.json states it: mostly an SPDX expression. */
  readonly license: string;
  /** `node_modules/…`, relative to the root. */
  readonly folder: string;
}

/** Returns the packages of the modules `inputs`, whose paths are relative to `root`, in the order of their folders. */
export function includedPackages(inputs: readonly string[], root: string): readonly IncludedPackage[] {
  const folders = new Set(inputs.map(packageFolderOf).filter((folder) => folder !== null));
  return [...folders].toSorted().map((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Record<string, unknown>;
    const read = (field: string): string => (field in manifest ? String(manifest[field]) : "unknown");
    return { name: read("name"), version: read("version"), license: licenseOf(manifest), folder };
  });
}

/** Returns the licence of a package.json. Old packages have a list of objects. */
function licenseOf({ license, licenses }: Readonly<Record<string, unknown>>): string {
  if (typeof license === "string") return license;
  const listed = Array.isArray(licenses) ? licenses.map((one: { readonly type?: string }) => one.type) : [];
  return listed.filter((type) => type !== undefined).join(" OR ") || "unknown";
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
