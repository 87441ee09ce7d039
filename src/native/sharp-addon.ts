interface SharpAddon {
  /** Whether the CPU supports the instructions that the prebuilt libvips uses. */
  readonly _isUsingX64V2: () => boolean;
}

/**
 * The only module state in the program: sharp loads its addon while its modules are evaluated, so the path cannot be passed as
 * an argument. The build replaces the module of sharp that searches node_modules by `export default loadedAddon()`.
 */
let addonPath: string | null = null;

/** Sets the path of the addon. Call it before sharp is imported for the first time. */
export function provideAddon(path: string): void {
  addonPath = path;
}

/** Loads the addon. @public Called by the module that the build puts into sharp. */
export function loadedAddon(): unknown {
  if (addonPath === null) throw new Error("sharp was imported directly; load it with loadSharp.");
  const module: { exports: SharpAddon } = { exports: { _isUsingX64V2: () => true } };
  process.dlopen(module, addonPath);
  const { _isUsingX64V2: isNewEnough } = module.exports;
  if (process.arch === "x64" && !isNewEnough()) {
    throw new Error("sharp needs a CPU with x86-64-v2 (SSE4.2), which this CPU does not support.");
  }
  return module.exports;
}
