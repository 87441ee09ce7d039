/** Returns what an entry of the audit trail is about, such as `search: 1f…; assets: 2a…, 3b…`, without what is empty. */
export function objectsText(objects: Readonly<Record<string, unknown>>): string {
  return Object.entries(objects)
    .filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== null))
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(", ") : String(value)}`)
    .join("; ");
}
