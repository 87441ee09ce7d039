import type { RefusalTexts } from "./en.ts";

export const refusalsFr: RefusalTexts = {
  "refused.unauthorized": "Vous n’avez pas accès à cela. {detail}",
  "refused.insufficient_intent": "Écrivez un brief, ou une scène d’au moins 12 lettres, ou ajoutez un fichier.",
  "refused.context_too_long": "La scène peut avoir {limit} caractères au plus.",
  "refused.image_count_exceeded": "Une recherche peut avoir {limit} images au plus.",
  "refused.video_count_exceeded": "Une recherche ne peut avoir qu’un film.",
  "refused.audio_count_exceeded": "Une recherche ne peut avoir qu’un fichier audio.",
  "refused.asset_unavailable": "Un fichier de cette recherche n’existe plus. Ajoutez-le de nouveau.",
  "refused.asset_failed": "Un fichier de cette recherche n’a pas pu être analysé.",
  "refused.asset_blocked": "Un fichier de cette recherche est bloqué.",
  "refused.asset_expired": "L’analyse d’un fichier de cette recherche a expiré. Ajoutez le fichier de nouveau.",
  "refused.refined_search_unavailable": "L’étape précédente n’existe plus. Commencez une nouvelle recherche.",
  "refused.refined_search_processing": "L’étape précédente est encore en cours. Réessayez dans un instant.",
  "refused.refined_search_failed": "L’étape précédente a échoué. Relancez-la d’abord.",
  "refused.song_unavailable": "Un morceau n’est plus dans le catalogue.",
  "refused.internal_error": "La recherche n’a pas pu aboutir. Relancez-la.",
  "refused.shortlists_full": "Vous avez déjà {limit} sélections, le maximum. Supprimez-en une d’abord.",
  "refused.shortlist_full":
    "La sélection a déjà {limit} morceaux, le maximum. Retirez-en un d’abord, ou commencez une autre sélection.",
  "refused.shares_full": "La sélection a déjà {limit} liens, le maximum. Retirez-en un d’abord.",
  "refused.archive_too_large":
    "Les fichiers sont trop volumineux pour une archive. Divisez la sélection ou choisissez MP3.",
  "refused.cut_impossible": "Cet enregistrement n’a pas de montage de cette durée.",
  "refused.empty_file": "Le fichier est vide.",
  "refused.unsupported_format":
    "Ce fichier est illisible. Images : JPEG, PNG ou WebP ; films : MP4, QuickTime ou WebM ; audio : WAV, MP3, FLAC, AAC ou Ogg.",
  "refused.image_size_exceeded": "Les images peuvent avoir {megabytes} Mo au plus.",
  "refused.image_dimensions_exceeded":
    "Les images peuvent avoir {limit_width} pixels de large et {limit_height} pixels de haut au plus.",
  "refused.video_size_exceeded": "Les films peuvent avoir {megabytes} Mo au plus.",
  "refused.video_duration_exceeded": "Les films peuvent durer {minutes} minutes au plus.",
  "refused.audio_size_exceeded": "Les fichiers audio peuvent avoir {megabytes} Mo au plus.",
  "refused.audio_duration_exceeded": "Les fichiers audio peuvent durer {minutes} minutes au plus.",
  "refused.daily_image_quota_exceeded": "Plus d’images aujourd’hui : {limit} en 24 heures au plus.",
  "refused.daily_video_quota_exceeded": "Plus de films aujourd’hui : {limit} en 24 heures au plus.",
  "refused.daily_audio_quota_exceeded": "Plus de fichiers audio aujourd’hui : {limit} en 24 heures au plus.",
  "refused.edit_list_unreadable":
    "Cette liste de montage est illisible. Elle peut être au format CMX 3600, FCPXML ou OpenTimelineIO.",
  "refused.401": "Votre session est terminée. Connectez-vous de nouveau.",
  "refused.403": "Cela ne vous est pas permis : {detail}",
  "refused.404": "Cela n’existe pas, ou vous n’y avez pas accès.",
  "refused.409": "Ce n’est pas possible pour le moment : {detail}",
  "refused.429": "Trop de requêtes. Réessayez dans un instant.",
  "refused.500": "Le serveur a fait une erreur. Réessayez. Si cela se reproduit, dites-le à l’exploitant.",
  "refused.503":
    "Le serveur ne peut pas le faire pour le moment. Réessayez plus tard. Si cela dure, dites-le à l’exploitant.",
  "refused.other": "Le serveur refuse cela : {detail}",
  "refused.sign-in": "Le nom ou le mot de passe est faux.",
  "refused.token": "Le jeton est faux.",
  "refused.attempts": "Trop de tentatives de connexion. Réessayez dans {seconds} s.",
};
