/** Elements that can have the focus. */
const FOCUSABLE =
  "a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex]";
const HEADINGS = "h1, h2, h3, summary";
/** Elements that had the focus before, for example the one that opened a panel. */
const REMEMBERED_MAX = 8;

/** A child of an element, and its place among the children. */
interface Step {
  readonly parent: Element;
  readonly index: number;
  readonly isLast: boolean;
}

interface Remembered {
  readonly element: HTMLElement;
  /** From the element outwards to the page; empty outside of the page. */
  readonly path: readonly Step[];
}

/**
 * Keeps the focus near its place when its element leaves the page or is disabled: browsers move it to the start of the document. What
 * took the place of the element gets it, such as the next row of a list, else the heading above it.
 */
export function keepFocus(): void {
  let remembered: readonly Remembered[] = [];
  addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const others = remembered.filter(({ element }) => element !== target && element.isConnected);
    remembered = [...others, { element: target, path: pathOf(target) }].slice(-REMEMBERED_MAX);
  });
  // A click beside all controls takes the focus away on purpose.
  addEventListener("pointerdown", () => (remembered = []), { capture: true });
  addEventListener("focusout", ({ target }) => {
    const isLeft = (): boolean =>
      target instanceof HTMLElement && target.isConnected && !target.matches(":disabled") && hasNoFocus();
    setTimeout(() => {
      if (isLeft()) remembered = [];
    });
  });
  new MutationObserver(() => {
    const last = remembered.at(-1);
    if (last === undefined || !hasNoFocus()) return;
    const { element } = last;
    if (element.isConnected) {
      if (!element.matches(":disabled")) element.focus({ preventScroll: true });
      return;
    }
    remembered = remembered.filter((one) => one.element.isConnected);
    const next = last.path.length === 0 ? remembered.at(-1)?.element : successorOf(last.path);
    next?.focus({ preventScroll: true });
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
}

function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function pathOf(element: HTMLElement): readonly Step[] {
  if (element.closest("#page") === null) return [];
  const path: Step[] = [];
  let child: Element = element;
  while (child.id !== "page" && child.parentElement !== null) {
    const parent = child.parentElement;
    const index = [...parent.children].indexOf(child);
    path.push({ parent, index, isLast: index === parent.children.length - 1 });
    child = parent;
  }
  return path;
}

function successorOf(path: readonly Step[]): HTMLElement | null {
  const nearest = path.findIndex(({ parent }) => parent.isConnected);
  const step = path[nearest];
  // Rows of a windowed list leave the page when they are out of sight; another row is no successor.
  if (step === undefined || step.parent.matches(".windowed")) return null;
  const inside = path.slice(0, nearest).toReversed();
  const siblings = step.parent.id === "page" ? [] : [step.index, step.index - 1];
  for (const index of siblings) {
    const sibling = step.parent.children[index];
    const found = sibling === undefined ? null : (sameIn(sibling, inside) ?? firstIn(sibling));
    if (found !== null) return found;
  }
  return headingAbove(step.parent);
}

/** The element at the same place in another row, if it can have the focus. */
function sameIn(row: Element, inside: readonly Step[]): HTMLElement | null {
  let found: Element | undefined = row;
  for (const { index, isLast } of inside) found = found?.children[isLast ? found.children.length - 1 : index];
  return found instanceof HTMLElement && found.matches(FOCUSABLE) ? found : null;
}

function firstIn(row: Element): HTMLElement | null {
  return row instanceof HTMLElement && row.matches(FOCUSABLE) ? row : row.querySelector<HTMLElement>(FOCUSABLE);
}

function headingAbove(start: Element): HTMLElement | null {
  for (let parent: Element | null = start; parent !== null; parent = parent.parentElement) {
    const heading = parent.querySelector<HTMLElement>(HEADINGS);
    if (heading !== null && heading.tagName !== "SUMMARY") heading.tabIndex = -1;
    if (heading !== null) return heading;
    if (parent.id === "page") return parent instanceof HTMLElement ? parent : null;
  }
  return null;
}
