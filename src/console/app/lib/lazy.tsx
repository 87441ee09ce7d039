import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { messageOf } from "./client.ts";
import { t } from "./texts.ts";

/**
 * Returns a component whose code is loaded when it is first shown, so that it is no part of the first view. `load` can throw, for
 * example after an update of the server: then the page says so.
 */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | null>(null);
  const failure = signal<string | null>(null);
  return function Lazy(props: Props) {
    useEffect(() => {
      if (loaded.value !== null) return;
      load().then(
        (component) => (loaded.value = component),
        (error: unknown) => (failure.value = messageOf(error)),
      );
    }, []);
    const Page = loaded.value;
    if (Page !== null) return <Page {...props} />;
    return <p class="page-loading dim">{failure.value ?? t("status.loading")}</p>;
  };
}
