import type { CueSheetDocument, RightsHolder } from "../../../../clients/typescript/operations.ts";
import { pathTo } from "../lib/router.ts";
import { language } from "../lib/texts.ts";
import { cueText } from "./cue-texts.ts";

type Sheet = CueSheetDocument["data"]["attributes"];

/** The cues with what is on file, and then the events without a song. */
export function CueTable({ sheet }: { readonly sheet: Sheet }) {
  return (
    <>
      <div class="wide-table" tabIndex={0} role="region" aria-labelledby="cue-sheet">
        <table>
          <thead>
            <tr>
              <th scope="col">{cueText("number")}</th>
              <th scope="col">{cueText("song")}</th>
              <th scope="col">{cueText("use")}</th>
              <th scope="col">{cueText("in")}</th>
              <th scope="col">{cueText("out")}</th>
              <th scope="col">{cueText("duration")}</th>
              <th scope="col">{cueText("writers")}</th>
              <th scope="col">{cueText("publishers")}</th>
            </tr>
          </thead>
          <tbody>
            {sheet.cues.map((cue) => (
              <tr key={cue.number}>
                <td>{cue.number}</td>
                <th scope="row" class="cue-song">
                  <a href={pathTo("song", { id: cue.song_id })}>{cue.title}</a>{" "}
                  <span class="dim">{cue.artists.join(", ")}</span>
                  {[
                    ...cue.notes,
                    ...(cue.missing.length === 0 ? [] : [cueText("missing", { list: cue.missing.join(", ") })]),
                  ].map((note) => (
                    <div key={note} class="dim">
                      {note}
                    </div>
                  ))}
                </th>
                <td>{cue.usage ?? <Missing />}</td>
                <td>{cue.in}</td>
                <td>{cue.out}</td>
                <td>{cue.duration}</td>
                <td>
                  <Holders holders={cue.rights?.writers ?? []} />
                </td>
                <td>
                  <Holders holders={cue.rights?.publishers ?? []} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sheet.unmatched.length === 0 ? null : <Unmatched sheet={sheet} />}
      {sheet.notes.map((note) => (
        <p key={note} class="dim">
          {note}
        </p>
      ))}
    </>
  );
}

function Unmatched({ sheet }: { readonly sheet: Sheet }) {
  return (
    <>
      <h3 id="cue-others">{cueText("others")}</h3>
      <div class="wide-table" tabIndex={0} role="region" aria-labelledby="cue-others">
        <table>
          <thead>
            <tr>
              <th scope="col">{cueText("clip")}</th>
              <th scope="col">{cueText("in")}</th>
              <th scope="col">{cueText("out")}</th>
              <th scope="col">{cueText("duration")}</th>
            </tr>
          </thead>
          <tbody>
            {sheet.unmatched.map((event, at) => (
              <tr key={at}>
                <th scope="row">
                  {event.clip === "" ? "–" : event.clip}
                  {event.candidates.length === 0 ? null : (
                    <div class="dim">{cueText("several", { list: event.candidates.join(", ") })}</div>
                  )}
                </th>
                <td>{event.in}</td>
                <td>{event.out}</td>
                <td>{event.duration}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Holders({ holders }: { readonly holders: readonly RightsHolder[] }) {
  if (holders.length === 0) return <Missing />;
  return (
    <ul class="plain-list">
      {holders.map(({ name, society, share }, at) => (
        <li key={at}>
          {name}{" "}
          <span class="dim">
            {society === "" ? cueText("not-on-file") : society},{" "}
            {share === null ? cueText("not-on-file") : `${share.toLocaleString(language.value)} %`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Missing() {
  return <span class="dim">{cueText("not-on-file")}</span>;
}
