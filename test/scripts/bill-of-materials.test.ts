import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import { billOfMaterials } from "../../scripts/build/bill-of-materials.ts";
import { NATIVE_SOURCES } from "../../src/native/packages.ts";

const ROOT = join(import.meta.dir, "../..");
const SCHEMAS = join(ROOT, "node_modules/@cyclonedx/cyclonedx-library/res/schema");
const INPUTS = [
  "src/main.ts",
  "node_modules/elysia/dist/index.mjs",
  "node_modules/elysia/dist/utils.mjs",
  "node_modules/@sinclair/typebox/build/esm/index.mjs",
];

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

/** Returns what the schema of CycloneDX finds wrong. */
function faultsOf(bill: unknown): unknown {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  for (const name of ["spdx", "jsf-0.82"])
    ajv.addSchema(readSchema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  const check = ajv.compile(readSchema("bom-1.6"));
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
    const packages = components.filter(({ purl = "" }) => /^pkg:npm\/(elysia|%40sinclair)/.test(purl));
    expect(packages.map(({ group, name }) => `${group ?? ""}/${name}`)).toEqual(["@sinclair/typebox", "/elysia"]);
    for (const { version, hashes = [], licenses = [] } of packages) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(hashes[0]?.alg).toBe("SHA-512");
      expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
      expect(licenses).toHaveLength(1);
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
