import embedded from "../../demo/catalog.jsonl" with { type: "file" };

/** Returns the path of the demonstration catalog, in the executable or in the checkout. */
export function demoCatalogPath(): string {
  return embedded;
}
