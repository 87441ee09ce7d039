import { useSignal, useSignalEffect } from "@preact/signals";
import { health, readHealth } from "../lib/health.ts";
import { t } from "../lib/texts.ts";

/** The state of the service, the first steps, and the addresses for monitoring. It needs no sign-in. */
export function StatusPage() {
  const isUnreachable = useSignal(false);
  useSignalEffect(() => {
    readHealth().catch(() => {
      isUnreachable.value = true;
    });
  });
  return (
    <div class="sheets">
      <section class="sheet" aria-labelledby="state">
        <h1 id="state">{t("status.title")}</h1>
        {isUnreachable.value ? <p class="trouble">{t("status.unreachable")}</p> : <State />}
      </section>
      <section class="sheet" aria-labelledby="steps">
        <h2 id="steps">{t("status.steps")}</h2>
        <ol class="steps">
          <Step title={t("status.step.import")} code="needledrop import catalog.jsonl" />
          <Step title={t("status.step.user")} code="needledrop users add NAME --role admin" />
          <Step title={t("status.step.key")} code="needledrop keys create --name studio --mode live" />
        </ol>
        <p>
          <a href="/reference">{t("status.reference")}</a>
        </p>
      </section>
      <section class="sheet" aria-labelledby="watch">
        <h2 id="watch">{t("status.watch")}</h2>
        <ul class="plain-list">
          <li>
            <a href="/healthz">/healthz</a> {t("status.watch.alive")}
          </li>
          <li>
            <a href="/readyz">/readyz</a> {t("status.watch.ready")}
          </li>
          <li>
            <code>/metrics</code> {t("status.watch.metrics")}
          </li>
          <li>
            <code>needledrop doctor</code> {t("status.watch.doctor")}
          </li>
        </ul>
      </section>
    </div>
  );
}

function State() {
  const shown = health.value;
  const word = shown === null ? t("status.loading") : t(shown.isReady ? "status.ready" : "status.not-ready");
  return (
    <>
      <dl class="facts">
        <div>
          <dt>{t("status.service")}</dt>
          <dd class={shown === null ? "" : shown.isReady ? "good" : "bad"}>{word}</dd>
        </div>
        <div>
          <dt>{t("status.version")}</dt>
          <dd>{shown?.version ?? "–"}</dd>
        </div>
      </dl>
      <ul class="plain-list checks">
        {shown?.checks.map(({ name, ok, detail }) => (
          <li key={name} class={ok ? "" : "trouble"}>
            <strong>{name}</strong> <span>{detail}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Step({ title, code }: { readonly title: string; readonly code: string }) {
  return (
    <li>
      <p>{title}</p>
      <pre tabIndex={0} role="region" aria-label={title}>
        <code>{code}</code>
      </pre>
    </li>
  );
}
