import { lazy } from "../lib/lazy.tsx";
import { session } from "../lib/session.ts";
import { t } from "../lib/texts.ts";

const AdminPage = lazy(async () => {
  const { AdminPage: Page, loadAdminTexts } = await import("./admin-page.tsx");
  await loadAdminTexts();
  return Page;
});

/** The place of the administration. Its code is loaded when an administrator opens it, so that it is no part of the first view. */
export function AdminSlot() {
  if (session.value?.user?.role === "admin") return <AdminPage />;
  return (
    <section class="sheet">
      <h1>{t("admin.title")}</h1>
      <p>{t("admin.only")}</p>
    </section>
  );
}
