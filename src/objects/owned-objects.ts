import type { ObjectStore, ObjectStoreFailed } from "./object-store.ts";

/** A store of objects that belongs to this data folder. */
export interface OwnedObjects {
  readonly store: ObjectStore;
  /** Throws if the store belongs to another data folder. */
  claim(): Promise<void>;
  /** False while another server can use the same store. Nothing is removed from it then. */
  mayRemove(): Promise<boolean>;
}

/** An owned store that remembers whether it answers. */
export interface WatchedStore extends OwnedObjects {
  /** Why the store does not answer, or null. */
  outage(): { readonly cause: ObjectStoreFailed } | null;
}
