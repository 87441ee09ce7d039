import type Sharp from "sharp";
import { provideAddon } from "./sharp-addon.ts";

/**
 * Loads the image library on demand, because it needs 20 MB and most commands do not use it.
 * @param addonPath the unpacked addon, with libvips at its relative path; null if sharp can find it in node_modules.
 */
export async function loadSharp(addonPath: string | null): Promise<typeof Sharp> {
  if (addonPath !== null) provideAddon(addonPath);
  const { default: sharp } = await import("sharp");
  return sharp;
}
