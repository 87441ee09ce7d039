/** Copies a text to the clipboard, and returns whether it did. Browsers have a clipboard only in a secure context. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
