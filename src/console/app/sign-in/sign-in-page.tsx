import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ApiError } from "../../../../clients/typescript/client.ts";
import { messageOf } from "../lib/client.ts";
import { goTo, pathTo } from "../lib/router.ts";
import { hasEnded, session, signIn } from "../lib/session.ts";
import { t } from "../lib/texts.ts";

/** Signs in with a name and a password or, as an administrator, with the admin token. */
export function SignInPage() {
  const withToken = useSignal(session.value?.has_users === false);
  const isBusy = useSignal(false);
  const complaint = useSignal<string | null>(null);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), [withToken.value]);

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string): string => {
      const value = given.get(name);
      return typeof value === "string" ? value : "";
    };
    isBusy.value = true;
    complaint.value = null;
    try {
      await signIn(
        withToken.value ? { admin_token: text("token") } : { name: text("name"), password: text("password") },
      );
      // The first visit: an administrator, and nobody else who could sign in.
      if (session.value?.has_users === false) goTo(pathTo("admin-setup"));
    } catch (error) {
      complaint.value = complaintOf(error, withToken.value);
    } finally {
      isBusy.value = false;
    }
  };

  return (
    <section class="sheet sign-in" aria-labelledby="sign-in">
      <h1 id="sign-in">{t("sign-in.title")}</h1>
      {hasEnded.value ? <p role="status">{t("sign-in.ended")}</p> : null}
      <form onSubmit={(event) => void submit(event)}>
        {withToken.value ? (
          <>
            <label key="token">
              {t("sign-in.token")}
              <input
                ref={first}
                class="field"
                name="token"
                type="password"
                autocomplete="off"
                aria-describedby="token-place"
                required
              />
            </label>
            <p id="token-place" class="dim">
              {t("sign-in.token-place")} <code>cat needledrop-data/admin-token</code>
            </p>
          </>
        ) : (
          <>
            <label key="name">
              {t("sign-in.name")}
              <input ref={first} class="field" name="name" autocomplete="username" maxLength={200} required />
            </label>
            <label key="password">
              {t("sign-in.password")}
              <input class="field" name="password" type="password" autocomplete="current-password" required />
            </label>
          </>
        )}
        {complaint.value === null ? null : (
          <p class="trouble" role="alert">
            {complaint.value}
          </p>
        )}
        <button type="submit" class="button" disabled={isBusy.value}>
          {t("sign-in.submit")}
        </button>
      </form>
      <p>
        <button type="button" class="link-button" onClick={() => (withToken.value = !withToken.value)}>
          {t(withToken.value ? "sign-in.use-password" : "sign-in.use-token")}
        </button>
      </p>
      {session.value?.has_users === false ? (
        <p class="dim">
          {t(withToken.value ? "sign-in.first" : "sign-in.no-users")}{" "}
          <code>needledrop users add NAME --role admin</code>
        </p>
      ) : null}
      <p class="dim">
        <a href={pathTo("status")}>{t("sign-in.status")}</a>
      </p>
    </section>
  );
}

function complaintOf(error: unknown, withToken: boolean): string {
  const { status = null, retryAfterSeconds: seconds = null } = error instanceof ApiError ? error : {};
  if (status === 403) return t(withToken ? "refused.token" : "refused.sign-in");
  if (status === 429 && seconds !== null) return t("refused.attempts", { seconds });
  return messageOf(error);
}
