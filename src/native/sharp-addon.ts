interface SharpAddon {
  /** Whether the CPU has what the prebuilt libvips was compiled for. */
  readonly _isUsingX64V2: () => boolean;
}

/**
 * The one piece of module state in the program: sharp loads its addon while its own modules are evaluated, where no
 * argument can reach. In the executable the build puts `export default loadedAddon()` in the place of the module that
 * searches node_modules for it.
 */
let addonPath: string | null = null;

/** To be called before sharp is imported for the first time. */
export function provideAddon(path: string): void {
  addonPath = path;
}

/** @public The build's stand-in for sharp's own search for its addon calls it. */
export function loadedAddon(): unknown {
  if (addonPath === null) throw new Error("sharp was imported directly; load it with loadSharp.");
  const module: { exports: SharpAddon } = { exports: { _isUsingX64V2: () => true } };
  process.dlopen(module, addonPath);
  const { _isUsingX64V2: isNewEnough } = module.exports;
  if (process.arch === "x64" && !isNewEnough()) {
    throw new Error("sharp needs a CPU of the level x86-64-v2 (SSE4.2), which this one has not.");
  }
  return module.exports;
}
