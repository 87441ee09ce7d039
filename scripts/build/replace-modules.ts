import { join } from "node:path";
import type { BunPlugin } from "bun";
import { CODINGS } from "../../src/console/console-file.ts";
import type { EmbeddedConsole } from "../../src/console/embedded-console.ts";
import type { Embedded } from "../../src/native/embedded.ts";

/** Replaces three modules with values that only the build knows. */
export function replaceModules(root: string, embedded: Embedded, files: EmbeddedConsole): BunPlugin {
  const addon = join(root, "src/native/sharp-addon.ts");
  return {
    name: "needledrop-native-parts",
    setup(build) {
      build.onLoad({ filter: /\/src\/native\/embedded\.ts$/ }, () => ({
        loader: "ts",
        contents: embeddedModule(embedded),
      }));
      build.onLoad({ filter: /\/src\/console\/embedded-console\.ts$/ }, () => ({
        loader: "ts",
        contents: consoleModule(files),
      }));
      // Replaces sharp's search for its addon in node_modules by the unpacked addon.
      build.onLoad({ filter: /\/node_modules\/sharp\/dist\/sharp\.(mjs|cjs)$/ }, () => ({
        loader: "js",
        contents: `import { loadedAddon } from ${JSON.stringify(addon)}; export default loadedAddon();`,
      }));
    },
  };
}

function embeddedModule(embedded: Embedded): string {
  const files = [...embedded.parts.map((part) => part.compressed), embedded.notices, embedded.bill];
  const imports = files.map((path, index) => `import f${index} from ${JSON.stringify(path)} with { type: "file" };`);
  const parts = embedded.parts.map((part, index) => {
    // Not the path of the compressed file, which is in the folder of this build.
    const { name, relativePath, sizeBytes, sha256 } = part;
    return `{ ...${JSON.stringify({ name, relativePath, sizeBytes, sha256 })}, compressed: f${index} }`;
  });
  return `${imports.join("\n")}
export const embedded = {
  commit: ${JSON.stringify(embedded.commit)},
  target: ${JSON.stringify(embedded.target)},
  parts: [${parts.join(", ")}],
  notices: f${embedded.parts.length},
  bill: f${embedded.parts.length + 1},
};`;
}

function consoleModule({ files, script, style, early, shared, pages }: EmbeddedConsole): string {
  const imports = files.flatMap(({ paths }, index) =>
    CODINGS.map((coding) => `import ${coding}${index} from ${JSON.stringify(paths[coding])} with { type: "file" };`),
  );
  const entries = files.map(({ name, type }, index) => {
    const paths = CODINGS.map((coding) => `${coding}: ${coding}${index}`).join(", ");
    return `{ name: ${JSON.stringify(name)}, type: ${JSON.stringify(type)}, paths: { ${paths} } }`;
  });
  return `${imports.join("\n")}
export const embeddedConsole = {
  ...${JSON.stringify({ script, style, early, shared, pages })},
  files: [${entries.join(", ")}],
};`;
}
