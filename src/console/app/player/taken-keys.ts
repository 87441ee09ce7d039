/** Controls in which keys write or choose something. */
const FIELDS = "input, textarea, select, [contenteditable], dialog, [role=dialog], [role=menu], [role=listbox]";
/** Controls that the space bar presses. */
const PRESSED_BY_SPACE = "button, a, summary, [role=button]";

/** Whether the element with the focus has an own meaning of the key. */
export function isTakenBy(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(FIELDS) !== null || (key === " " && target.closest(PRESSED_BY_SPACE) !== null);
}
