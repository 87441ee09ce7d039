import type { AdminDeliveryDocument } from "../../../../../clients/typescript/operations.ts";

export type AdminDelivery = AdminDeliveryDocument["data"];

export const DELIVERY_STATUSES = ["pending", "delivered", "failed"] as const;

export function toneOfStatus(status: (typeof DELIVERY_STATUSES)[number]): "good" | "unsure" | "bad" {
  return status === "delivered" ? "good" : status === "pending" ? "unsure" : "bad";
}
