/**
 * The pages of the console, by name, with their paths. `:id` is one segment. The server answers each path with the page
 * shell, and the router of the console shows the page; every other path below `/console` is the shell with status 404. The first path of a page is its address.
 */
export const PAGE_PATHS = {
  search: ["/", "/console", "/console/search/:id"],
  catalog: ["/console/catalog"],
  song: ["/console/songs/:id"],
  artist: ["/console/artists/:id"],
  playlists: ["/console/playlists", "/console/playlists/:id"],
  shortlists: ["/console/shortlists", "/console/shortlists/:id"],
  "cue-sheets": ["/console/cue-sheets"],
  status: ["/console/status"],
  "admin-setup": ["/console/admin/setup"],
  "admin-keys": ["/console/admin/keys", "/console/admin", "/console/admin/keys/:id"],
  "admin-deliveries": ["/console/admin/deliveries", "/console/admin/deliveries/:id"],
  "admin-jobs": ["/console/admin/jobs"],
  "admin-catalog": ["/console/admin/catalog"],
  "admin-assets": ["/console/admin/assets", "/console/admin/assets/:id"],
  "admin-blocklist": ["/console/admin/blocklist"],
  "admin-watermark": ["/console/admin/watermark"],
  "admin-usage": ["/console/admin/usage"],
  "admin-users": ["/console/admin/users"],
  "admin-audit": ["/console/admin/audit"],
  "admin-backups": ["/console/admin/backups"],
  "admin-log": ["/console/admin/log"],
  "admin-system": ["/console/admin/system"],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;

/** Returns the name of the module of a page that is no part of the first view; null for the others. */
export function pageModule(page: PageName, path: string): string | null {
  if (isAdminPage(page)) return "admin-page";
  if (page === "search" || page === "status") return null;
  if (page === "shortlists") return path.endsWith(":id") ? "list-page" : "lists-page";
  return `${page}-page`;
}

export type PageName = keyof typeof PAGE_PATHS;

/** The pages for administrators. */
export type AdminPageName = Extract<PageName, `admin-${string}`>;

export function isAdminPage(page: PageName | null): page is AdminPageName {
  return page?.startsWith("admin-") === true;
}
