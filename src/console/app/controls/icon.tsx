const PATHS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  next: "M5 5v14l10-7zM16 5h3v14h-3z",
  previous: "M19 5v14L9 12zM5 5h3v14H5z",
  film: "M3 5h18v14H3zM5 7v2h2V7zM5 11v2h2v-2zM5 15v2h2v-2zM17 7v2h2V7zM17 11v2h2v-2zM17 15v2h2v-2zM9 7v10h6V7z",
  sound: "M3 10h2v4H3zM7 6h2v12H7zM11 8h2v8h-2zM15 3h2v18h-2zM19 9h2v6h-2z",
  close: "M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6 10.6 12 5 6.4z",
  like: "M2 10h4v11H2zM8 10l4.5-8c1.6 0 2.6 1.1 2.4 2.7L14.4 8H20c1.4 0 2.3 1.3 1.9 2.6l-2.5 8.3c-.3 1.2-1.4 2.1-2.7 2.1H8z",
  shortlist:
    "M3 5h13v2.200H3zM3 10h13v2.200H3zM3 15h8v2.200H3zM16 13h2.200v3.800H22V19h-3.800v3.800H16V19h-3.800v-2.200H16z",
  dislike:
    "M22 14h-4V3h4zM16 14l-4.5 8c-1.6 0-2.6-1.1-2.4-2.7L9.6 16H4c-1.4 0-2.3-1.3-1.9-2.6l2.5-8.3C4.900 3.900 6 3 7.300 3H16z",
} as const;

/** A sign of 24 units, as decoration: its button has the name. */
export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
