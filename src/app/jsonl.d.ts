declare module "*.jsonl" {
  /** The path of the file; a virtual path in the executable. */
  const path: string;
  export default path;
}
