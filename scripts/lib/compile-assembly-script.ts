/** What this project uses of the compiler. */
interface Compiler {
  main(
    options: readonly string[],
    environment: {
      readonly readFile: (name: string) => string | null;
      readonly writeFile: (name: string, contents: Uint8Array | string) => void;
      readonly listFiles: () => readonly string[];
      readonly reportDiagnostic: (diagnostic: {
        readonly message: string;
        readonly range: { readonly start: number } | null;
      }) => void;
    },
  ): Promise<{ readonly error: Error | null }>;
}

const FILE = "source.ts";

/** Compiles a source to WebAssembly. Throws all that the compiler says about an error. */
export async function compileAssemblyScript(
  source: string,
  options: readonly string[],
): Promise<Uint8Array<ArrayBuffer>> {
  // The types of the compiler's package would change global types of the project: `[].at(0)` would never be undefined.
  const compiler: Compiler = await import(import.meta.resolve("assemblyscript/asc"));
  let bytes: Uint8Array<ArrayBuffer> | null = null;
  const diagnostics: string[] = [];
  // The compiler only accepts file names that end in .ts.
  const { error } = await compiler.main([FILE, "--outFile", "source.wasm", ...options], {
    readFile: (name) => (name === FILE ? source : null),
    writeFile: (_name, contents) => {
      if (contents instanceof Uint8Array) bytes = Uint8Array.from(contents);
    },
    listFiles: () => [],
    reportDiagnostic: ({ message, range }) => diagnostics.push(`${message} at ${range?.start ?? 0}`),
  });
  if (error !== null || bytes === null) throw new Error(`The source does not compile: ${diagnostics.join("; ")}`);
  return bytes;
}
