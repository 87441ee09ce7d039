import { signal } from "@preact/signals";
import type { CatalogRunDocument, CatalogRunRequest } from "../../../../../clients/typescript/operations.ts";
import { client } from "../../lib/client.ts";
import { a } from "../lib/admin-texts.ts";

export type CatalogRunShown = CatalogRunDocument["data"];
export type RunWanted = CatalogRunRequest["data"]["attributes"];

/** Counts the runs that ended, so that pages read the catalog again. */
export const endedRuns = signal(0);

export async function startRun(attributes: RunWanted): Promise<CatalogRunShown> {
  const { body } = await client.adminStartCatalogRun({ body: { data: { type: "catalog_runs", attributes } } });
  return body.data;
}

/** Returns the run that lasts; null if there is none. */
export async function readRunning(): Promise<CatalogRunShown | null> {
  const { body } = await client.adminListCatalogRuns();
  return body.data.find((run) => !isOver(run)) ?? null;
}

export function isOver({ attributes }: CatalogRunShown): boolean {
  return attributes.state !== "running";
}

/** What a run is, in words. */
export function titleOf({ attributes }: CatalogRunShown): string {
  const { kind, names, dry_run: isPreview } = attributes;
  const what = a(`runs.kind.${kind}`);
  const of = names.length === 0 ? what : `${what}: ${names.join(", ")}`;
  return isPreview ? a("runs.preview-of", { what: of }) : of;
}

export function toneOfRun(state: CatalogRunShown["attributes"]["state"]): "good" | "unsure" | "bad" | "dim" {
  switch (state) {
    case "done":
      return "good";
    case "running":
      return "unsure";
    case "cancelled":
      return "dim";
    case "failed":
    case "interrupted":
      return "bad";
  }
}
