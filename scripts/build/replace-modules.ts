import { join } from "node:path";
import type { BunPlugin } from "bun";
import type { Embedded } from "../../src/native/embedded.ts";

/** Replaces two placeholder modules with values that only the build knows. */
export function replaceModules(root: string, embedded: Embedded): BunPlugin {
  const addon = join(root, "src/native/sharp-addon.ts");
  return {
    name: "needledrop-native-parts",
    setup(build) {
      build.onLoad({ filter: /\/src\/native\/embedded\.ts$/ }, () => ({
        loader: "ts",
        contents: embeddedModule(embedded),
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
  const files = [...embedded.parts.map((part) => part.compressed), embedded.notices];
  const imports = files.map((path, index) => `import f${index} from ${JSON.stringify(path)} with { type: "file" };`);
  const parts = embedded.parts.map((part, index) => `{ ...${JSON.stringify(part)}, compressed: f${index} }`);
  return `${imports.join("\n")}
export const embedded = {
  commit: ${JSON.stringify(embedded.commit)},
  target: ${JSON.stringify(embedded.target)},
  parts: [${parts.join(", ")}],
  notices: f${embedded.parts.length},
};`;
}
