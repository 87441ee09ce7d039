import type Sharp from "sharp";
import { provideAddon } from "./sharp-addon.ts";

/**
 * Loads the image library on demand, since it costs 20 MB and most commands never see a picture.
 * @param addonPath the unpacked addon, with libvips in its place beside it; null where sharp finds it in node_modules.
 */
export async function loadSharp(addonPath: string | null): Promise<typeof Sharp> {
  if (addonPath !== null) provideAddon(addonPath);
  const { default: sharp } = await import("sharp");
  return sharp;
}
