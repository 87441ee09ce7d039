import type { RefusalTexts } from "./en.ts";

export const refusalsEs: RefusalTexts = {
  "refused.unauthorized": "No tiene acceso a esto. {detail}",
  "refused.insufficient_intent": "Escriba un brief, o una escena de al menos 12 letras, o añada un archivo.",
  "refused.context_too_long": "La escena puede tener {limit} caracteres como máximo.",
  "refused.image_count_exceeded": "Una búsqueda puede tener {limit} imágenes como máximo.",
  "refused.video_count_exceeded": "Una búsqueda solo puede tener una película.",
  "refused.audio_count_exceeded": "Una búsqueda solo puede tener un archivo de audio.",
  "refused.asset_unavailable": "Un archivo de esta búsqueda ya no existe. Añádalo otra vez.",
  "refused.asset_failed": "Un archivo de esta búsqueda no se pudo analizar.",
  "refused.asset_blocked": "Un archivo de esta búsqueda está bloqueado.",
  "refused.asset_expired": "El análisis de un archivo de esta búsqueda ha caducado. Añada el archivo otra vez.",
  "refused.refined_search_unavailable": "El paso anterior ya no existe. Empiece una búsqueda nueva.",
  "refused.refined_search_processing": "El paso anterior todavía está en curso. Inténtelo dentro de un momento.",
  "refused.refined_search_failed": "El paso anterior ha fallado. Búsquelo primero otra vez.",
  "refused.song_unavailable": "Un tema ya no está en el catálogo.",
  "refused.internal_error": "La búsqueda no se pudo completar. Busque otra vez.",
  "refused.shortlists_full": "Ya tiene {limit} selecciones, el máximo. Elimine una primero.",
  "refused.shortlist_full":
    "La selección ya tiene {limit} temas, el máximo. Quite uno primero, o empiece otra selección.",
  "refused.shares_full": "La selección ya tiene {limit} enlaces, el máximo. Revoque uno primero.",
  "refused.archive_too_large":
    "Los archivos son demasiado grandes para un solo archivo ZIP. Divida la selección o elija MP3.",
  "refused.cut_impossible": "Esta grabación no tiene un corte de esta duración.",
  "refused.empty_file": "El archivo está vacío.",
  "refused.unsupported_format":
    "Este archivo no se puede leer. Imágenes: JPEG, PNG o WebP; películas: MP4, QuickTime o WebM; audio: WAV, MP3, FLAC, AAC u Ogg.",
  "refused.image_size_exceeded": "Las imágenes pueden tener {megabytes} MB como máximo.",
  "refused.image_dimensions_exceeded":
    "Las imágenes pueden tener {limit_width} píxeles de ancho y {limit_height} de alto como máximo.",
  "refused.video_size_exceeded": "Las películas pueden tener {megabytes} MB como máximo.",
  "refused.video_duration_exceeded": "Las películas pueden durar {minutes} minutos como máximo.",
  "refused.audio_size_exceeded": "Los archivos de audio pueden tener {megabytes} MB como máximo.",
  "refused.audio_duration_exceeded": "Los archivos de audio pueden durar {minutes} minutos como máximo.",
  "refused.daily_image_quota_exceeded": "No más imágenes hoy: {limit} en 24 horas como máximo.",
  "refused.daily_video_quota_exceeded": "No más películas hoy: {limit} en 24 horas como máximo.",
  "refused.daily_audio_quota_exceeded": "No más archivos de audio hoy: {limit} en 24 horas como máximo.",
  "refused.edit_list_unreadable":
    "Esta lista de edición no se puede leer. Puede ser CMX 3600, FCPXML u OpenTimelineIO.",
  "refused.401": "Su sesión ha terminado. Inicie sesión otra vez.",
  "refused.403": "No tiene permiso para esto: {detail}",
  "refused.404": "Esto no existe, o no tiene acceso a ello.",
  "refused.409": "Ahora no es posible: {detail}",
  "refused.429": "Demasiadas peticiones. Inténtelo dentro de un momento.",
  "refused.500": "El servidor ha cometido un error. Inténtelo otra vez. Si vuelve a pasar, dígaselo al operador.",
  "refused.503":
    "El servidor no puede hacerlo en este momento. Inténtelo más tarde. Si continúa, dígaselo al operador.",
  "refused.other": "El servidor lo rechaza: {detail}",
  "refused.sign-in": "El nombre o la contraseña no es correcto.",
  "refused.token": "El token no es correcto.",
  "refused.attempts": "Demasiados intentos de iniciar sesión. Inténtelo dentro de {seconds} s.",
};
