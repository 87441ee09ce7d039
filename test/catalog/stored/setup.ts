import { StoredCatalogs } from "../../../src/catalog/stored/stored-catalogs.ts";
import { storedObjects } from "../../../src/catalog/stored/objects-store.ts";
import { currentGeneration, generationDir } from "../../../src/catalog/generation.ts";
import { silentLog } from "../../../src/lib/log.ts";
import { S3Objects } from "../../../src/objects/s3-objects.ts";
import type { FakeS3 } from "../../support/fake-s3.ts";
import { CatalogFixture } from "../import/catalog-fixture.ts";

/** A data folder with a store that gets copies of its catalogs. */
export class StoredFixture {
  readonly catalog: CatalogFixture;
  readonly stored: StoredCatalogs;
  readonly #fake: FakeS3;
  claims = 0;
  freeBytes = Infinity;
  isConfirmed = true;
  readonly objects;

  private constructor(catalog: CatalogFixture, fake: FakeS3) {
    this.catalog = catalog;
    this.#fake = fake;
    this.objects = {
      store: new S3Objects(fake.settings()),
      claim: async () => {
        this.claims += 1;
      },
      mayRemove: async () => this.isConfirmed,
      outage: () => null,
    };
    const { dataDir, serviceDb } = catalog;
    const freeBytes = () => this.freeBytes;
    this.stored = new StoredCatalogs({ dataDir, serviceDb, objects: this.objects, log: silentLog, freeBytes });
  }

  static async make(fake: FakeS3): Promise<StoredFixture> {
    fake.objects.clear();
    fake.requests.length = 0;
    fake.instead = () => null;
    return new StoredFixture(await CatalogFixture.make(), fake);
  }

  /** What most functions of catalogs take. */
  get parts() {
    const { catalog } = this;
    const { dataDir, serviceDb } = catalog;
    return { dataDir, serviceDb, clock: { now: () => catalog.now }, log: silentLog };
  }

  rows() {
    return this.catalog.serviceDb.read(storedObjects(this.catalog.serviceDb));
  }

  keys(): readonly string[] {
    return [...this.#fake.objects.keys()].map((key) => key.slice("studio/".length)).toSorted();
  }

  current() {
    return this.catalog.serviceDb.read(currentGeneration(this.catalog.serviceDb));
  }

  folderOf(number: number): string {
    return generationDir(this.catalog.dataDir, number);
  }

  /** Imports catalogs with these numbers of songs. */
  async import(...counts: readonly number[]): Promise<void> {
    for (const count of counts) await this.catalog.importLines(songs(count), { stored: this.stored });
  }
}

export function songs(count: number): readonly object[] {
  return Array.from({ length: count }, (_, at) => ({ id: `s${at}`, title: `Song ${at}` }));
}
