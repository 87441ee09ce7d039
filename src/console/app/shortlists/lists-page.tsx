import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { messageOf } from "../lib/client.ts";
import { notify } from "../lib/notices.ts";
import { goTo, pathTo } from "../lib/router.ts";
import { dateText, t } from "../lib/texts.ts";
import { beginList, chooseList, currentList, deleteList, lists, readLists } from "./lists-state.ts";

/** The person's shortlists. */
export function ListsPage() {
  const hasFailed = useSignal(false);
  useEffect(() => {
    readLists().catch((error: unknown) => {
      hasFailed.value = true;
      showFailure(error);
    });
  }, []);
  return (
    <div class="sheets lists-page">
      <h1>{t("lists.title")}</h1>
      <NewList />
      <p class="dim">{t("lists.hint")}</p>
      <p>
        <a href={pathTo("cue-sheets")}>{t("lists.cue-sheet")}</a>
      </p>
      {lists.value === null && !hasFailed.value ? <p class="dim">{t("status.loading")}</p> : null}
      {lists.value?.length === 0 ? <p class="no-songs">{t("lists.none")}</p> : null}
      <ul class="plain-list lists">
        {(lists.value ?? []).map((list) => (
          <li key={list.id} class="list-card">
            <div>
              <h2>
                <a href={pathTo("shortlists", { id: list.id })}>{list.attributes.name}</a>
              </h2>
              <p class="dim">
                {t("lists.songs", { count: list.attributes.entries })} ·{" "}
                {t("lists.changed", { date: dateText(list.attributes.updated_at) })}
              </p>
            </div>
            {currentList.value?.id === list.id ? (
              <span class="list-current">{t("lists.current")}</span>
            ) : (
              <button type="button" class="button quiet small" onClick={() => chooseList(list.id)}>
                {t("lists.choose")}
              </button>
            )}
            <button
              type="button"
              class="button quiet small"
              aria-label={t("lists.delete-named", { name: list.attributes.name })}
              onClick={() => void remove(list.id, list.attributes.name)}
            >
              {t("lists.delete")}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function NewList() {
  const name = useSignal("");
  const isBusy = useSignal(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (name.value.trim() === "" || isBusy.value) return;
    isBusy.value = true;
    try {
      const { id } = await beginList(name.value);
      goTo(pathTo("shortlists", { id }));
    } catch (error) {
      showFailure(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form class="new-list" onSubmit={(event) => void submit(event)}>
      <input
        class="field"
        name="list"
        aria-label={t("lists.new")}
        placeholder={t("lists.new")}
        maxLength={120}
        value={name.value}
        onInput={(event) => (name.value = event.currentTarget.value)}
      />
      <button type="submit" class="button" disabled={isBusy.value}>
        {t("lists.create")}
      </button>
    </form>
  );
}

/** Deleting cannot be undone, so the browser asks. */
async function remove(id: string, name: string): Promise<void> {
  if (!confirm(t("lists.delete-sure", { name }))) return;
  await deleteList(id).catch(showFailure);
}

function showFailure(error: unknown): void {
  notify(messageOf(error), { isBad: true });
}
