import { parseArgs } from "node:util";
import { isNativeTarget, type NativeTarget } from "../../src/native/packages.ts";

export interface BuildOptions {
  readonly target: NativeTarget;
  readonly outfile: string;
}

export const USAGE = `npm run build -- [--target bun-linux-x64|bun-linux-arm64|bun-darwin-arm64] [--outfile PATH]
  The default target is bun-linux-x64, written to dist/needledrop. Other targets are written to dist/needledrop-TARGET.`;

/** Throws an error that describes what is wrong with the arguments. */
export function parseOptions(args: readonly string[]): BuildOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { target: { type: "string", default: "bun-linux-x64" }, outfile: { type: "string" } },
  });
  const target = values.target.replace(/^bun-/, "");
  if (!isNativeTarget(target)) throw new Error(`unknown target ${JSON.stringify(values.target)}`);
  return {
    target,
    outfile: values.outfile ?? (target === "linux-x64" ? "dist/needledrop" : `dist/needledrop-${target}`),
  };
}
