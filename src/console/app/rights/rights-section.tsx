import type { Rights, RightsHolder } from "../../../../clients/typescript/operations.ts";
import { dateText, language } from "../lib/texts.ts";
import { rightsText } from "./rights-texts.ts";

/** What the catalog states of a song's rights. What it does not state is said to be not on file. */
export function RightsSection({ rights }: { readonly rights: Rights | undefined }) {
  return (
    <section class="sheet" aria-labelledby="song-rights">
      <h2 id="song-rights">{rightsText("title")}</h2>
      {rights === undefined ? <p class="dim">{rightsText("none")}</p> : <RightsFacts rights={rights} />}
    </section>
  );
}

function RightsFacts({ rights }: { readonly rights: Rights }) {
  const { clearance, samples, ai } = rights;
  return (
    <>
      <dl class="fact-list">
        <Fact name={rightsText("one-stop")} value={truthText(rights.one_stop)} />
        <Fact name={rightsText("clearance")} value={clearance === null ? null : rightsText(`clearance.${clearance}`)} />
        <Fact name={rightsText("territories")} value={territoriesText(rights)} />
        <Fact name={rightsText("excluded-uses")} value={rights.excluded_uses.join(", ") || null} />
        <Fact name={rightsText("exclusive")} value={exclusiveText(rights)} />
        <Fact name={rightsText("ai")} value={ai === null ? null : rightsText(`ai.${ai}`)} />
        <Fact
          name={rightsText("samples")}
          value={
            samples === null
              ? null
              : samples.map((one) => rightsText(`samples.${one}`)).join(", ") || rightsText("samples.none")
          }
        />
        <Fact name={rightsText("fee-class")} value={rights.fee_class} />
        <Fact name={rightsText("master-owner")} value={rights.master_owner} />
        <Fact name="ISWC" value={rights.iswc} />
      </dl>
      <Holders id="song-writers" name={rightsText("writers")} holders={rights.writers} />
      <Holders id="song-publishers" name={rightsText("publishers")} holders={rights.publishers} />
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value ?? <Missing />}</dd>
    </div>
  );
}

function Missing() {
  return <span class="dim">{rightsText("not-on-file")}</span>;
}

interface HoldersProps {
  readonly id: string;
  readonly name: string;
  readonly holders: readonly RightsHolder[];
}

function Holders({ id, name, holders }: HoldersProps) {
  return (
    <>
      <h3 id={id}>{name}</h3>
      {holders.length === 0 ? (
        <p>
          <Missing />
        </p>
      ) : (
        <div class="wide-table" tabIndex={0} role="region" aria-labelledby={id}>
          <table>
            <thead>
              <tr>
                <th scope="col">{rightsText("name")}</th>
                <th scope="col">{rightsText("role")}</th>
                <th scope="col">IPI</th>
                <th scope="col">{rightsText("society")}</th>
                <th scope="col">{rightsText("share")}</th>
              </tr>
            </thead>
            <tbody>
              {holders.map((holder, at) => (
                <tr key={at}>
                  <th scope="row">{holder.name}</th>
                  <td>{holder.role || "–"}</td>
                  <td>{holder.ipi || <Missing />}</td>
                  <td>{holder.society || <Missing />}</td>
                  <td>{holder.share === null ? <Missing /> : `${holder.share.toLocaleString(language.value)} %`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function truthText(value: boolean | null): string | null {
  return value === null ? null : rightsText(value ? "yes" : "no");
}

function territoriesText({ territories, excluded_territories: excluded }: Rights): string | null {
  const names = new Intl.DisplayNames([language.value], { type: "region" });
  const listed = (codes: readonly string[]): string =>
    codes.map((code) => (code === "WW" ? rightsText("worldwide") : (names.of(code) ?? code))).join(", ");
  const parts = [
    territories === null ? "" : listed(territories),
    excluded.length === 0 ? "" : rightsText("except-territories", { list: listed(excluded) }),
  ];
  return parts.filter((part) => part !== "").join(", ") || null;
}

function exclusiveText({ exclusive, exclusive_to: to, exclusive_until: until }: Rights): string | null {
  if (exclusive !== true) return truthText(exclusive);
  const date = until === null ? "" : dateText(new Date(until * 1_000).toISOString());
  const hasEnded = until !== null && until * 1_000 < Date.now();
  return [
    rightsText("yes"),
    to === null ? "" : rightsText("exclusive-to", { name: to }),
    date === "" ? "" : rightsText(hasEnded ? "exclusive-ended" : "exclusive-until", { date }),
  ]
    .filter((part) => part !== "")
    .join(", ");
}
