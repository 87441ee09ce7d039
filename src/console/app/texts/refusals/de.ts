import type { RefusalTexts } from "./en.ts";

export const refusalsDe: RefusalTexts = {
  "refused.unauthorized": "Darauf haben Sie keinen Zugriff. {detail}",
  "refused.insufficient_intent":
    "Schreiben Sie ein Briefing oder eine Szene mit mindestens 12 Buchstaben, oder fügen Sie eine Datei hinzu.",
  "refused.context_too_long": "Die Szene kann höchstens {limit} Zeichen haben.",
  "refused.image_count_exceeded": "Eine Suche kann höchstens {limit} Bilder haben.",
  "refused.video_count_exceeded": "Eine Suche kann nur einen Film haben.",
  "refused.audio_count_exceeded": "Eine Suche kann nur eine Audiodatei haben.",
  "refused.asset_unavailable": "Eine Datei dieser Suche gibt es nicht mehr. Fügen Sie sie noch einmal hinzu.",
  "refused.asset_failed": "Eine Datei dieser Suche konnte nicht analysiert werden.",
  "refused.asset_blocked": "Eine Datei dieser Suche ist gesperrt.",
  "refused.asset_expired":
    "Die Analyse einer Datei dieser Suche ist abgelaufen. Fügen Sie die Datei noch einmal hinzu.",
  "refused.refined_search_unavailable": "Den Schritt davor gibt es nicht mehr. Beginnen Sie eine neue Suche.",
  "refused.refined_search_processing": "Der Schritt davor wird noch gesucht. Versuchen Sie es gleich noch einmal.",
  "refused.refined_search_failed": "Der Schritt davor ist fehlgeschlagen. Suchen Sie ihn zuerst noch einmal.",
  "refused.song_unavailable": "Ein Titel ist nicht mehr im Katalog.",
  "refused.internal_error": "Die Suche konnte nicht abgeschlossen werden. Suchen Sie noch einmal.",
  "refused.shortlists_full": "Mehr als {limit} Auswahllisten sind nicht möglich. Löschen Sie zuerst eine.",
  "refused.shortlist_full":
    "Mehr als {limit} Titel kann eine Auswahlliste nicht haben. Entfernen Sie zuerst einen, oder beginnen Sie eine andere Liste.",
  "refused.shares_full": "Mehr als {limit} Links kann eine Auswahlliste nicht haben. Widerrufen Sie zuerst einen.",
  "refused.archive_too_large":
    "Die Dateien sind zu groß für ein Archiv. Teilen Sie die Auswahlliste, oder wählen Sie MP3.",
  "refused.cut_impossible": "Von dieser Aufnahme gibt es keinen Schnitt dieser Länge.",
  "refused.empty_file": "Die Datei ist leer.",
  "refused.unsupported_format":
    "Diese Datei ist nicht lesbar. Bilder können JPEG, PNG oder WebP sein, Filme MP4, QuickTime oder WebM, Audio WAV, MP3, FLAC, AAC oder Ogg.",
  "refused.image_size_exceeded": "Bilder können höchstens {megabytes} MB haben.",
  "refused.image_dimensions_exceeded":
    "Bilder können höchstens {limit_width} Pixel breit und {limit_height} Pixel hoch sein.",
  "refused.video_size_exceeded": "Filme können höchstens {megabytes} MB haben.",
  "refused.video_duration_exceeded": "Filme können höchstens {minutes} Minuten lang sein.",
  "refused.audio_size_exceeded": "Audiodateien können höchstens {megabytes} MB haben.",
  "refused.audio_duration_exceeded": "Audiodateien können höchstens {minutes} Minuten lang sein.",
  "refused.daily_image_quota_exceeded": "Heute keine weiteren Bilder: höchstens {limit} in 24 Stunden.",
  "refused.daily_video_quota_exceeded": "Heute keine weiteren Filme: höchstens {limit} in 24 Stunden.",
  "refused.daily_audio_quota_exceeded": "Heute keine weiteren Audiodateien: höchstens {limit} in 24 Stunden.",
  "refused.edit_list_unreadable":
    "Diese Schnittliste ist nicht lesbar. Sie kann eine CMX-3600-Liste, FCPXML oder OpenTimelineIO sein.",
  "refused.401": "Ihre Sitzung ist beendet. Melden Sie sich wieder an.",
  "refused.403": "Das ist Ihnen nicht erlaubt: {detail}",
  "refused.404": "Das gibt es nicht, oder Sie haben keinen Zugriff darauf.",
  "refused.409": "Das ist gerade nicht möglich: {detail}",
  "refused.429": "Zu viele Anfragen. Versuchen Sie es gleich noch einmal.",
  "refused.500":
    "Der Server hat einen Fehler gemacht. Versuchen Sie es noch einmal. Wenn es wieder geschieht, sagen Sie es dem Betreiber.",
  "refused.503":
    "Der Server kann das im Moment nicht. Versuchen Sie es später noch einmal. Wenn es so bleibt, sagen Sie es dem Betreiber.",
  "refused.other": "Der Server lehnt das ab: {detail}",
  "refused.sign-in": "Name oder Passwort ist falsch.",
  "refused.token": "Der Token ist falsch.",
  "refused.attempts": "Zu viele Versuche, sich anzumelden. Versuchen Sie es in {seconds} s noch einmal.",
};
