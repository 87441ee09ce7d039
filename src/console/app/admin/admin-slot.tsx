import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { messageOf } from "../lib/client.ts";
import { session } from "../lib/session.ts";
import { t } from "../lib/texts.ts";

const loaded = signal<ComponentType | null>(null);
const trouble = signal<string | null>(null);

/** The place of the administration. Its code is loaded when an administrator opens it, so that it is no part of the first view. */
export function AdminSlot() {
  const isAdmin = session.value?.user?.role === "admin";
  useEffect(() => {
    if (isAdmin && loaded.value === null) load().catch((error: unknown) => (trouble.value = messageOf(error)));
  }, [isAdmin]);
  if (!isAdmin) {
    return (
      <section class="sheet">
        <h1>{t("admin.title")}</h1>
        <p>{t("admin.only")}</p>
      </section>
    );
  }
  const Page = loaded.value;
  if (Page !== null) return <Page />;
  return trouble.value === null ? null : <p class="sheet trouble">{trouble.value}</p>;
}

async function load(): Promise<void> {
  const { AdminPage, loadAdminTexts } = await import("./admin-page.tsx");
  await loadAdminTexts();
  loaded.value = AdminPage;
}
