import type { WatermarkTexts } from "./en-watermark.ts";

export const deWatermark: WatermarkTexts = {
  "nav.watermark": "Wasserzeichen",
  "watermark.title": "Wessen Kopie ist das?",
  "watermark.text":
    "Hörproben tragen eine unhörbare Prägung ihres Empfängers. Zehn Sekunden einer Kopie reichen meist, auch nach MP3 oder AAC.",
  "watermark.file": "Die Aufnahme",
  "watermark.choose": "Datei auswählen",
  "watermark.drop":
    "Eine Audiodatei oder ein MP4- oder MOV-Film, bis 500 MB. Sie kann auch hierher gezogen werden und wird nicht aufbewahrt.",
  "watermark.searching": "{name} wird durchsucht …",
  "watermark.found": "Gefunden",
  "watermark.none": "Es wurde keine Prägung gefunden.",
  "watermark.silent": "Die Datei ist stumm.",
  "watermark.nobody":
    "Noch hat kein Empfänger eine Prägung. Eine Auswahlliste teilen oder einem Testschlüssel einen Empfänger geben.",
  "watermark.searched":
    "{seconds} s und {recipients} Empfänger wurden durchsucht. Höchster Wert: {best}. Schwelle: {threshold}; bei ihr beschuldigt höchstens eine von einer Million Dateien jemanden zu Unrecht.",
  "watermark.recipient": "Empfänger",
  "watermark.from-share": "Geteilte Auswahlliste {name}",
  "watermark.from-key": "Schlüssel {name}",
  "watermark.source": "Aus",
  "watermark.shared-by": "Geteilt von",
  "watermark.made": "Seit",
  "watermark.state": "Zustand",
  "watermark.state.active": "gültig",
  "watermark.state.expired": "abgelaufen",
  "watermark.state.revoked": "zurückgezogen",
  "watermark.state.replaced": "der Schlüssel hat einen anderen Empfänger",
  "watermark.state.forgotten": "der Link wurde gelöscht",
  "watermark.score": "Wert",
  "watermark.place": "Stelle in der Datei",
  "watermark.place-text": "{from} bis {to} s",
};
