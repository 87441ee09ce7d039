import type { AdminKey, KeySettingsGiven } from "./key-types.ts";
import { MODES } from "./key-types.ts";
import { useAct } from "../parts/act.ts";
import { Trouble } from "../parts/trouble.tsx";
import { a } from "../lib/admin-texts.ts";

interface KeyFormProps {
  /** The values to begin with. */
  readonly attributes: Pick<
    AdminKey["attributes"],
    | "name"
    | "mode"
    | "supervisor"
    | "images"
    | "video"
    | "audio"
    | "edits"
    | "recipient"
    | "rate"
    | "image_quota"
    | "video_quota"
    | "audio_quota"
    | "playlist_ids"
    | "expires_at"
  >;
  readonly submit: string;
  readonly onSubmit: (settings: KeySettingsGiven & { name: string }) => Promise<void>;
}

export const NEW_KEY: KeyFormProps["attributes"] = {
  name: "",
  mode: "test",
  supervisor: true,
  images: true,
  video: true,
  audio: false,
  edits: false,
  recipient: null,
  rate: 25,
  image_quota: 17_000,
  video_quota: 200,
  audio_quota: 200,
  playlist_ids: [],
  expires_at: null,
};

/** The settings of a key. The server checks them. */
export function KeyForm({ attributes, submit, onSubmit }: KeyFormProps) {
  const act = useAct();
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    act.run(() => onSubmit(settingsIn(form)));
  };
  return (
    <form class="admin-form" onSubmit={send}>
      <label>
        {a("keys.name")}
        <input class="field" name="name" maxLength={200} required defaultValue={attributes.name} />
      </label>
      <label>
        {a("keys.mode")}
        <select class="select" name="mode" defaultValue={attributes.mode}>
          {MODES.map((mode) => (
            <option key={mode} value={mode} selected={mode === attributes.mode}>
              {a(`keys.mode.${mode}`)}
            </option>
          ))}
        </select>
      </label>
      <fieldset>
        <legend>{a("keys.access")}</legend>
        <Check name="supervisor" label={a("keys.access.search")} isOn={attributes.supervisor} />
        <Check name="images" label={a("keys.access.images")} isOn={attributes.images} />
        <Check name="video" label={a("keys.access.video")} isOn={attributes.video} />
        <Check name="audio" label={a("keys.access.audio")} isOn={attributes.audio} />
        <Check name="edits" label={a("keys.access.edits")} isOn={attributes.edits} />
      </fieldset>
      <label>
        {a("keys.recipient")}
        <input class="field" name="recipient" maxLength={200} defaultValue={attributes.recipient ?? ""} />
        <span class="dim">{a("keys.recipient.hint")}</span>
      </label>
      <div class="form-row">
        <NumberField name="rate" label={a("keys.rate")} value={attributes.rate} min={1} />
        <NumberField name="image_quota" label={a("keys.image-quota")} value={attributes.image_quota} min={0} />
        <NumberField name="video_quota" label={a("keys.video-quota")} value={attributes.video_quota} min={0} />
        <NumberField name="audio_quota" label={a("keys.audio-quota")} value={attributes.audio_quota} min={0} />
      </div>
      <div class="form-row dates">
        <label>
          {a("keys.expires")}
          <input class="field" type="datetime-local" name="expires" defaultValue={localOf(attributes.expires_at)} />
        </label>
        <label>
          {a("keys.playlists")}
          <input
            class="field"
            name="playlists"
            inputMode="numeric"
            pattern="[0-9, ]*"
            defaultValue={attributes.playlist_ids.join(", ")}
          />
        </label>
      </div>
      <Trouble text={act.trouble} />
      <p>
        <button type="submit" class="button" disabled={act.isBusy.value}>
          {submit}
        </button>
      </p>
    </form>
  );
}

function Check({ name, label, isOn }: { readonly name: string; readonly label: string; readonly isOn: boolean }) {
  return (
    <label class="check">
      <input type="checkbox" name={name} defaultChecked={isOn} /> {label}
    </label>
  );
}

interface NumberFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: number;
  readonly min: number;
}

function NumberField({ name, label, value, min }: NumberFieldProps) {
  return (
    <label>
      {label}
      <input class="field" type="number" name={name} min={min} step={1} required defaultValue={String(value)} />
    </label>
  );
}

function settingsIn(form: FormData): KeySettingsGiven & { name: string } {
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const expires = text("expires");
  const playlists = text("playlists");
  return {
    name: text("name"),
    mode: MODES.find((mode) => mode === text("mode")) ?? "test",
    supervisor: form.has("supervisor"),
    images: form.has("images"),
    video: form.has("video"),
    audio: form.has("audio"),
    edits: form.has("edits"),
    recipient: text("recipient") === "" ? null : text("recipient"),
    rate: Number(text("rate")),
    image_quota: Number(text("image_quota")),
    video_quota: Number(text("video_quota")),
    audio_quota: Number(text("audio_quota")),
    expires_at: expires === "" ? null : new Date(expires).toISOString(),
    playlist_ids: playlists.split(/[,\s]+/).flatMap((id) => (id === "" ? [] : [Number(id)])),
  };
}

/** The value of a field for local times. */
function localOf(iso: string | null): string {
  if (iso === null) return "";
  const time = new Date(iso);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
