import { signal } from "@preact/signals";
import type { CatalogRunDocument, CatalogRunRequest } from "../../../../../clients/typescript/operations.ts";
import { client } from "../../lib/client.ts";

export type CatalogRunShown = CatalogRunDocument["data"];
export type RunWanted = CatalogRunRequest["data"]["attributes"];

/** Counts the runs that ended, so that pages read the catalog again. */
export const endedRuns = signal(0);

export async function startRun(attributes: RunWanted): Promise<CatalogRunShown> {
  const { body } = await client.adminStartCatalogRun({ body: { data: { type: "catalog_runs", attributes } } });
  return body.data;
}

export function isOver({ attributes }: CatalogRunShown): boolean {
  return attributes.state !== "running";
}
