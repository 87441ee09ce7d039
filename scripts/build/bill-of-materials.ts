import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import type { EmbeddedPart } from "../../src/native/embedded.ts";
import { NATIVE_SOURCES, type NativeTarget, type PartSource } from "../../src/native/packages.ts";
import { type IncludedPackage, includedPackages } from "./included-packages.ts";

const LIBVIPS_LICENSES = "src/native/licenses/libvips.txt";
/** Libraries that the list of versions names otherwise than the list of licences. */
const OTHER_NAMES: Readonly<Record<string, string>> = { uhdr: "libultrahdr" };
const VERSION_IN = /^FFmpeg,? (?<version>[\w.-]+)/;

export interface BillInput {
  readonly root: string;
  readonly target: NativeTarget;
  /** The modules in the bundles, relative to `root`. */
  readonly inputs: readonly string[];
  readonly parts: readonly EmbeddedPart[];
  readonly version: string;
  readonly commit: string | null;
}

/**
 * Returns the software bill of materials of an executable, as CycloneDX 1.6: Bun, the npm packages in the bundle with the
 * integrity of the lockfile, and the native parts with the digests of their files and the libraries in libvips. It has
 * neither a time nor a random number, so that two builds of one commit are equal.
 */
export function billOfMaterials({ root, target, inputs, parts, version, commit }: BillInput): string {
  const program = component(Enums.ComponentType.Application, "needledrop", version, "MIT");
  program.purl = `pkg:generic/needledrop@${version}`;
  if (commit !== null) program.properties.add(new Models.Property("needledrop:commit", commit));
  program.properties.add(new Models.Property("needledrop:target", target));
  const components = [
    bun(),
    ...includedPackages(inputs, root).map((one) => npmComponent(one, integrityOf(root))),
    ...parts.map((part) => partComponent(part, sourceOf(target, part), root)),
  ];
  const bill = new Models.Bom({ components: new Models.ComponentRepository(components), serialNumber: undefined });
  bill.metadata.component = program;
  program.bomRef.value = program.purl;
  for (const one of components) {
    one.bomRef.value = one.purl === undefined ? one.name : `${one.purl}#${one.name}`;
    program.dependencies.add(one.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bill, { sortLists: true, space: 2 })}\n`;
}

function component(type: Enums.ComponentType, name: string, version: string, license: string | null): Models.Component {
  const made = new Models.Component(type, name, { version });
  if (license !== null) made.licenses.add(licenseOf(license));
  return made;
}

/** An SPDX id, an SPDX expression, or the name of another licence. */
function licenseOf(text: string): Models.License {
  if (/^\(?[\w.+-]+\)?(?: (?:OR|AND|WITH) \(?[\w.+-]+\)?)+$/.test(text)) return new Models.LicenseExpression(text);
  return (/^[\w.+-]+$/.test(text) && text.includes("-")) || ["MIT", "ISC", "0BSD", "Zlib"].includes(text)
    ? new Models.SpdxLicense(text)
    : new Models.NamedLicense(text);
}

function bun(): Models.Component {
  const made = component(Enums.ComponentType.Platform, "bun", Bun.version, "MIT");
  made.purl = `pkg:github/oven-sh/bun@bun-v${Bun.version}`;
  made.description =
    "The runtime: JavaScriptCore (LGPL-2.1), SQLite and others; `needledrop licenses` has their texts.";
  return made;
}

function npmComponent(
  { name, version, license, folder }: IncludedPackage,
  integrity: ReadonlyMap<string, string>,
): Models.Component {
  const scope = name.startsWith("@") ? name.split("/")[0] : undefined;
  const made = component(
    Enums.ComponentType.Library,
    scope === undefined ? name : name.slice(scope.length + 1),
    version,
    license,
  );
  if (scope !== undefined) made.group = scope;
  made.purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const digest = integrity.get(folder);
  if (digest?.startsWith("sha512-") === true) {
    made.hashes.set(
      Enums.HashAlgorithm["SHA-512"],
      Buffer.from(digest.slice("sha512-".length), "base64").toString("hex"),
    );
  }
  return made;
}

function partComponent(part: EmbeddedPart, source: PartSource, root: string): Models.Component {
  const manifest = readJson(join(root, "node_modules", source.package, "package.json"));
  const isProgram = source.builtFrom !== undefined;
  const version = VERSION_IN.exec(source.builtFrom ?? "")?.groups?.["version"] ?? String(manifest["version"]);
  const license = isProgram ? "GPL-3.0-or-later" : String(manifest["license"]);
  const type = isProgram ? Enums.ComponentType.Application : Enums.ComponentType.Library;
  const made = component(type, part.name, version, license);
  made.purl = `pkg:npm/${source.package.replace("@", "%40")}@${String(manifest["version"])}`;
  made.hashes.set(Enums.HashAlgorithm["SHA-256"], part.sha256);
  if (source.builtFrom !== undefined) made.description = source.builtFrom;
  for (const library of part.name === "libvips" ? librariesIn(source, root) : []) made.components.add(library);
  return made;
}

/** The libraries in libvips, by the list of its package. */
function librariesIn(source: PartSource, root: string): readonly Models.Component[] {
  const path = join(root, "node_modules", source.package, "versions.json");
  if (!existsSync(path)) return [];
  const terms = new Map(
    [...readFileSync(join(root, LIBVIPS_LICENSES), "utf8").matchAll(/^ {2}(?<name>\S+) {2,}(?<terms>[^<\n]+)/gm)].map(
      ({ groups }) => [groups?.["name"] ?? "", groups?.["terms"]?.trim() ?? ""],
    ),
  );
  return Object.entries(readJson(path)).map(([name, version]) => {
    const license = terms.get(name) ?? terms.get(OTHER_NAMES[name] ?? `lib${name}`) ?? null;
    const made = component(Enums.ComponentType.Library, name, String(version), license);
    made.bomRef.value = `libvips/${name}`;
    return made;
  });
}

function sourceOf(target: NativeTarget, part: EmbeddedPart): PartSource {
  const source = NATIVE_SOURCES[target].find(({ name }) => name === part.name);
  if (source === undefined) throw new Error(`${part.name} has no source for ${target}.`);
  return source;
}

/** The integrity of each folder of node_modules. */
function integrityOf(root: string): ReadonlyMap<string, string> {
  const packages = readJson(join(root, "package-lock.json"))["packages"] as Record<string, { integrity?: string }>;
  return new Map(Object.entries(packages).map(([folder, { integrity = "" }]) => [folder, integrity]));
}

function readJson(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(path, "utf8")) as Readonly<Record<string, unknown>>;
}
