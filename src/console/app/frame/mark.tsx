/** A record with a needle, as decoration. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle cx="11" cy="13" r="10" class="mark-disc" />
      <circle cx="11" cy="13" r="6.6" class="mark-groove" />
      <circle cx="11" cy="13" r="3.4" class="mark-label" />
      <path d="M21.5 2v7l-5 6.5" class="mark-arm" />
    </svg>
  );
}
