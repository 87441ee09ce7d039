import { beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import Ajv, { type ValidateFunction } from "ajv";
import { billOfMaterials } from "../../scripts/build/bill-of-materials.ts";
import { NATIVE_SOURCES } from "../../src/native/packages.ts";

const ROOT = join(import.meta.dir, "../..");
const SCHEMAS = join(ROOT, "node_modules/@cyclonedx/cyclonedx-library/res/schema");
const INPUTS = [
  "src/main.ts",
  "node_modules/elysia/dist/index.mjs",
  "node_modules/elysia/dist/utils.mjs",
  "node_modules/@sinclair/typebox/build/esm/index.mjs",
  // Its package.json has a list of licences instead of one.
  "node_modules/busboy/lib/index.js",
];

/** Beside the executable, as the build writes it. */
const BUILT = process.env["TESTED_EXECUTABLE"];
/** The start of a static import or export that is not only of types, and the call of a dynamic one. */
const IMPORTED = /(?:^(?:import|export)\b(?! type\b)[^;]*?from |^import |\bimport\()"(?<module>[^."$][^"]*)"/gm;

interface Component {
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly purl?: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly object[];
  readonly components?: readonly Component[];
}

interface Bill {
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
}

function made(commit: string | null = "0123456789ab"): { readonly text: string; readonly bill: Bill } {
  const parts = NATIVE_SOURCES["linux-x64"].map(({ name }) => ({
    name,
    relativePath: name,
    sizeBytes: 1,
    sha256: "ab".repeat(32),
    compressed: "",
  }));
  const text = billOfMaterials({ root: ROOT, target: "linux-x64", inputs: INPUTS, parts, version: "1.2.3", commit });
  return { text, bill: JSON.parse(text) as Bill };
}

function readSchema(name: string): object {
  return JSON.parse(readFileSync(join(SCHEMAS, `${name}.SNAPSHOT.schema.json`), "utf8")) as object;
}

let check: ValidateFunction;
beforeAll(() => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  for (const name of ["spdx", "jsf-0.82"])
    ajv.addSchema(readSchema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  check = ajv.compile(readSchema("bom-1.6"));
});

/** Returns what the schema of CycloneDX finds wrong. */
function faultsOf(bill: unknown): unknown {
  return check(bill) ? [] : check.errors;
}

describe("the bill of materials", () => {
  test("is CycloneDX 1.6 by its schema, which finds a damaged one", () => {
    const { bill } = made();
    expect(bill.specVersion).toBe("1.6");
    expect(faultsOf(bill)).toEqual([]);
    expect(faultsOf({ ...bill, components: [{ name: "without a type" }] })).not.toEqual([]);
  });

  test("has every package once, with version, licence and the digest of the lockfile", () => {
    const { components } = made().bill;
    const packages = components.filter(({ purl = "" }) => /^pkg:npm\/(busboy|elysia|%40sinclair)/.test(purl));
    expect(packages.map(({ group, name }) => `${group ?? ""}/${name}`)).toEqual([
      "@sinclair/typebox",
      "/busboy",
      "/elysia",
    ]);
    for (const { version, hashes = [], licenses = [] } of packages) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(hashes[0]?.alg).toBe("SHA-512");
      expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
      expect(licenses).toEqual([{ license: { id: "MIT" } }]);
    }
  });

  test("has Bun and the native parts, with the digests of their files and the libraries in libvips", () => {
    const { components } = made().bill;
    const named = (name: string): Component | undefined => components.find((one) => one.name === name);
    expect(named("bun")?.version).toBe(Bun.version);
    for (const name of ["sharp", "libvips", "ffprobe", "ffmpeg"]) {
      expect(named(name)?.hashes).toEqual([{ alg: "SHA-256", content: "ab".repeat(32) }]);
      expect(named(name)?.licenses).toHaveLength(1);
    }
    expect(named("ffprobe")?.version).toBe("4.0.2");
    const libraries = named("libvips")?.components ?? [];
    expect(libraries.map(({ name }) => name)).toContain("rsvg");
    expect(libraries.length).toBeGreaterThan(20);
    expect(libraries.filter(({ licenses = [] }) => licenses.length === 0).map(({ name }) => name)).toEqual([]);
  });

  test("is equal for equal builds, and has no time and no random number", () => {
    expect(made().text).toBe(made().text);
    expect(made().text).not.toMatch(/"timestamp"|"serialNumber"/);
    expect(made(null).text).not.toContain("needledrop:commit");
  });
});

describe("the bill of materials of the executable", () => {
  const read = (): Bill => JSON.parse(readFileSync(`${BUILT}.cdx.json`, "utf8")) as Bill;
  const nameOf = ({ group, name }: Component): string => (group === undefined ? name : `${group}/${name}`);

  test.skipIf(BUILT === undefined)(
    "is CycloneDX 1.6, and has the licence and the version of the lockfile of each package",
    () => {
      const bill = read();
      expect(faultsOf(bill)).toEqual([]);
      const packages = bill.components.filter(
        ({ purl = "", hashes = [] }) => purl.startsWith("pkg:npm/") && hashes[0]?.alg === "SHA-512",
      );
      expect(packages.length).toBeGreaterThan(50);
      expect(new Set(packages.map(({ purl }) => purl)).size).toBe(packages.length);
      const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
        readonly packages: Readonly<Record<string, { readonly version: string }>>;
      };
      const locked = new Set(
        Object.entries(lock.packages).map(
          ([folder, { version }]) => `${folder.replace(/^.*node_modules\//, "")}@${version}`,
        ),
      );
      expect(packages.map((one) => `${nameOf(one)}@${one.version}`).filter((one) => !locked.has(one))).toEqual([]);
      expect(bill.components.filter(({ licenses = [] }) => licenses.length === 0).map(nameOf)).toEqual([]);
      const unknown = packages.filter(({ licenses }) => JSON.stringify(licenses).includes('"unknown"'));
      expect(unknown.map(nameOf)).toEqual([]);
    },
  );

  test.skipIf(BUILT === undefined)("names every package that the sources import", () => {
    const named = new Set(read().components.map(nameOf));
    const sources = ["src", "schema"].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
        .filter((path) => /\.tsx?$/.test(path))
        .map((path) => readFileSync(join(ROOT, folder, path), "utf8")),
    );
    const imported = new Set(
      sources.flatMap((text) => [...text.matchAll(IMPORTED)].map(({ groups }) => packageOf(groups?.["module"] ?? ""))),
    );
    const own = new Set(["bun", ...builtinModules]);
    const packages = [...imported].filter((name) => !own.has(name) && !/^(node|bun):/.test(name));
    expect(packages.length).toBeGreaterThan(15);
    expect(packages.filter((name) => !named.has(name))).toEqual([]);
  });
});

/** Returns the name of the package of a module such as "@a/b/c". */
function packageOf(module: string): string {
  return module
    .split("/")
    .slice(0, module.startsWith("@") ? 2 : 1)
    .join("/");
}
