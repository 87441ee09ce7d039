import license from "../../LICENSE" with { type: "text" };
import { embedded } from "./embedded.ts";
import apache from "./licenses/apache-2.0.txt" with { type: "text" };
import bun from "./licenses/bun.txt" with { type: "text" };
import gpl from "./licenses/gpl-3.0.txt" with { type: "text" };
import lesserOld from "./licenses/lgpl-2.1.txt" with { type: "text" };
import lesser from "./licenses/lgpl-3.0.txt" with { type: "text" };
import libvips from "./licenses/libvips.txt" with { type: "text" };
import { isNativeTarget, NATIVE_SOURCES, type PartSource } from "./packages.ts";
import { programVersion } from "./version.ts";

export interface LicenseSection {
  /** The program, library or group of packages that the licence covers. */
  readonly subject: string;
  /** SPDX expression. */
  readonly license: string;
  readonly text: string;
}

/** The sections that `needledrop licenses` prints: the contents of the executable, with the complete text of their licences. */
export async function licenseSections(): Promise<readonly LicenseSection[]> {
  return [
    { subject: "Needledrop", license: "MIT", text: license },
    ...gplPrograms().map((source) => ({
      subject: source.name,
      license: "GPL-3.0-or-later",
      text: sourceOffer(source),
    })),
    { subject: "libvips and the libraries in it", license: "LGPL-3.0-or-later and others", text: libvips },
    { subject: "sharp", license: "Apache-2.0", text: apache },
    { subject: `Bun ${Bun.version}`, license: "MIT and others", text: bun },
    { subject: "npm packages", license: "various", text: await packageNotices() },
    { subject: "GNU General Public License, version 3", license: "GPL-3.0", text: gpl },
    { subject: "GNU Lesser General Public License, version 3", license: "LGPL-3.0", text: lesser },
    { subject: "GNU Lesser General Public License, version 2.1", license: "LGPL-2.1", text: lesserOld },
  ];
}

/** Returns the software bill of materials, CycloneDX as JSON; null in a checkout, where nothing is embedded. */
export async function billOfMaterials(): Promise<string | null> {
  return embedded === null ? null : await Bun.file(embedded.bill).text();
}

function gplPrograms(): readonly PartSource[] {
  const target = embedded?.target ?? `${process.platform}-${process.arch}`;
  return isNativeTarget(target) ? NATIVE_SOURCES[target].filter((source) => source.builtFrom !== undefined) : [];
}

/** How to get the source of a program that is distributed in binary form (GPL-3.0, section 6). */
function sourceOffer(source: PartSource): string {
  return `${source.name} is free software under the GNU General Public License, version 3 or later, whose text is below.
Needledrop runs it as a separate program; it is not part of Needledrop and not linked with it.

Built from: ${source.builtFrom ?? ""}
Packaged by: the npm package ${source.package}, taken unchanged.
No warranty: see sections 15 and 16 of the licence.

Source: the addresses above provide the corresponding source and the build scripts. If they are unavailable: for three years
from the day you received this executable (Needledrop ${programVersion().version}), the distributor you received it from and the
Needledrop contributors will give anyone who has the executable a complete machine-readable copy of the corresponding source
on request, for no more than the cost of distribution.
`;
}

async function packageNotices(): Promise<string> {
  if (embedded !== null) return Bun.file(embedded.notices).text();
  return "This is a checkout: each package in node_modules contains its licence. An executable embeds all of them.\n";
}
