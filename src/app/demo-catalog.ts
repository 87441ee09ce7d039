import embedded from "../../demo/catalog.jsonl" with { type: "file" };

/** The demonstration catalog, from inside the executable or from the checkout. */
export function demoCatalogPath(): string {
  return embedded;
}
