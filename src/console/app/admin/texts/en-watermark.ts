/** The texts of the page of the watermark. */
export const enWatermark = {
  "nav.watermark": "Watermark",
  "watermark.title": "Whose copy is it?",
  "watermark.text":
    "Previews have an inaudible imprint of their recipient. Ten seconds of a copy are usually enough to find it, also after MP3 or AAC.",
  "watermark.file": "The recording",
  "watermark.choose": "Choose a file",
  "watermark.drop": "An audio file or an MP4 or MOV film, up to 500 MB. It can also be dropped here, and is not kept.",
  "watermark.searching": "Searching {name} …",
  "watermark.found": "Found",
  "watermark.none": "No imprint was found.",
  "watermark.silent": "The file is silent.",
  "watermark.nobody": "No recipient has an imprint yet. Share a shortlist, or give a test key a recipient.",
  "watermark.searched":
    "{seconds} s and {recipients} recipients were searched. Highest score: {best}. Threshold: {threshold}, at which at most one file in a million accuses anybody falsely.",
  "watermark.recipient": "Recipient",
  "watermark.from-share": "Shared list {name}",
  "watermark.from-key": "Key {name}",
  "watermark.source": "From",
  "watermark.shared-by": "Shared by",
  "watermark.made": "Since",
  "watermark.state": "State",
  "watermark.state.active": "active",
  "watermark.state.expired": "expired",
  "watermark.state.revoked": "revoked",
  "watermark.state.replaced": "the key has another recipient",
  "watermark.state.forgotten": "the link was deleted",
  "watermark.score": "Score",
  "watermark.place": "Place in the file",
  "watermark.place-text": "{from} to {to} s",
} as const;

export type WatermarkTexts = Readonly<Record<keyof typeof enWatermark, string>>;
