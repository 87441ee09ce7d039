import type { PageName } from "../../page-paths.ts";
import { useCurrentLink } from "../frame/current-link.ts";
import { pathTo, place } from "../lib/router.ts";
import { a } from "./lib/admin-texts.ts";
import type { AdminTextKey } from "./texts/en.ts";

/** The pages of the administration, in the order of the navigation. */
const PAGES: readonly (readonly [PageName, AdminTextKey])[] = [
  ["admin-setup", "nav.setup"],
  ["admin-catalog", "nav.catalog"],
  ["admin-keys", "nav.keys"],
  ["admin-deliveries", "nav.deliveries"],
  ["admin-jobs", "nav.jobs"],
  ["admin-assets", "nav.assets"],
  ["admin-blocklist", "nav.blocklist"],
  ["admin-watermark", "nav.watermark"],
  ["admin-usage", "nav.usage"],
  ["admin-users", "nav.users"],
  ["admin-audit", "nav.audit"],
  ["admin-backups", "nav.backups"],
  ["admin-log", "nav.log"],
  ["admin-system", "nav.system"],
];

export function AdminNav() {
  const { page } = place.value;
  const list = useCurrentLink<HTMLUListElement>(page);
  return (
    <nav class="admin-nav" aria-label={a("nav.title")}>
      <ul class="plain-list" ref={list}>
        {PAGES.map(([name, key]) => (
          <li key={name}>
            <a href={pathTo(name)} aria-current={page === name ? "page" : undefined}>
              {a(key)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
