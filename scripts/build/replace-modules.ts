import { join } from "node:path";
import type { BunPlugin } from "bun";
import type { Embedded } from "../../src/native/embedded.ts";

/** Puts what only the build knows into the two modules that exist to be replaced. */
export function replaceModules(root: string, embedded: Embedded): BunPlugin {
  const addon = join(root, "src/native/sharp-addon.ts");
  return {
    name: "needledrop-native-parts",
    setup(build) {
      build.onLoad({ filter: /\/src\/native\/embedded\.ts$/ }, () => ({
        loader: "ts",
        contents: embeddedModule(embedded),
      }));
      // sharp's search for its addon in node_modules becomes the addon that was unpacked.
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
