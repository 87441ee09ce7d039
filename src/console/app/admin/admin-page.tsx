import type { VNode } from "preact";
import { type AdminPageName, isAdminPage } from "../../page-paths.ts";
import { place } from "../lib/router.ts";
import { AdminNav } from "./admin-nav.tsx";
import { AssetPage } from "./assets/asset-page.tsx";
import { AssetsPage } from "./assets/assets-page.tsx";
import { AuditPage } from "./audit/audit-page.tsx";
import { BlocklistPage } from "./blocklist/blocklist-page.tsx";
import { CatalogPage } from "./catalog/catalog-page.tsx";
import { DeliveriesPage } from "./deliveries/deliveries-page.tsx";
import { DeliveryPage } from "./deliveries/delivery-page.tsx";
import { JobsPage } from "./jobs/jobs-page.tsx";
import { KeyPage } from "./keys/key-page.tsx";
import { KeysPage } from "./keys/keys-page.tsx";
import { LogPage } from "./log/log-page.tsx";
import { SetupPage } from "./setup/setup-page.tsx";
import { BackupsPage } from "./system/backups-page.tsx";
import { SystemPage } from "./system/system-page.tsx";
import { UsagePage } from "./usage/usage-page.tsx";
import { UsersPage } from "./users/users-page.tsx";
import { WatermarkPage } from "./watermark/watermark-page.tsx";

export { loadAdminTexts } from "./lib/admin-texts.ts";

/** Each page, by its name. Some have a page for one entry of their list, which has an id. */
const PAGES: Readonly<Record<AdminPageName, (id: string | undefined) => VNode>> = {
  "admin-keys": (id) => (id === undefined ? <KeysPage /> : <KeyPage key={id} id={id} />),
  "admin-assets": (id) => (id === undefined ? <AssetsPage /> : <AssetPage key={id} id={id} />),
  "admin-blocklist": () => <BlocklistPage />,
  "admin-watermark": () => <WatermarkPage />,
  "admin-log": () => <LogPage />,
  "admin-setup": () => <SetupPage />,
  "admin-usage": () => <UsagePage />,
  "admin-users": () => <UsersPage />,
  "admin-audit": () => <AuditPage />,
  "admin-backups": () => <BackupsPage />,
  "admin-system": () => <SystemPage />,
  "admin-catalog": () => <CatalogPage />,
  "admin-jobs": () => <JobsPage />,
  "admin-deliveries": (id) => (id === undefined ? <DeliveriesPage /> : <DeliveryPage key={id} id={id} />),
};

/** The navigation of the administration, and the page that the address names. */
export function AdminPage() {
  return (
    <div class="admin">
      <AdminNav />
      <div class="admin-content">{currentAdminPage()}</div>
    </div>
  );
}

function currentAdminPage() {
  const { page, params } = place.value;
  const { id } = params;
  return isAdminPage(page) ? PAGES[page](id) : null;
}
