declare module "*.jsonl" {
  /** Where the file lies; within the executable a virtual path. */
  const path: string;
  export default path;
}
