import { signal } from "@preact/signals";
import type { ComponentType, VNode } from "preact";
import { useEffect } from "preact/hooks";
import { UnloadedPage } from "../frame/unloaded-page.tsx";
import { t } from "./texts.ts";

/** A component whose code is loaded when it is first shown, or by `preload` before. */
export interface LazyComponent<Props> {
  (props: Props): VNode;
  /** Resolves when the code is there, or when it is known that it cannot be loaded. */
  readonly preload: () => Promise<void>;
}

/**
 * Returns a component whose code is no part of the first view. `load` can throw, for example after an update of the server: then the
 * page says so.
 */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  const loaded = signal<ComponentType<Props> | null>(null);
  const hasFailed = signal(false);
  let loading: Promise<void> | null = null;
  const preload = async (): Promise<void> => {
    loading ??= load().then(
      (component) => void (loaded.value = component),
      () => {
        hasFailed.value = true;
        loading = null;
      },
    );
    await loading;
  };
  function Lazy(props: Props) {
    useEffect(() => void preload(), []);
    const Page = loaded.value;
    if (Page !== null) return <Page {...props} />;
    if (!hasFailed.value) return <p class="page-loading dim">{t("status.loading")}</p>;
    return (
      <UnloadedPage
        load={async () => {
          await preload();
          return loaded.value !== null;
        }}
      />
    );
  }
  return Object.assign(Lazy, { preload });
}
