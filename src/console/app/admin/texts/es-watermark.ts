import type { WatermarkTexts } from "./en-watermark.ts";

export const esWatermark: WatermarkTexts = {
  "nav.watermark": "Marca de agua",
  "watermark.title": "¿De quién es esta copia?",
  "watermark.text":
    "Las muestras llevan una huella inaudible de su destinatario. Diez segundos de una copia suelen bastar, también tras MP3 o AAC.",
  "watermark.file": "La grabación",
  "watermark.choose": "Elegir un archivo",
  "watermark.drop":
    "Un archivo de audio o una película MP4 o MOV, de hasta 500 MB. También se puede soltar aquí y no se guarda.",
  "watermark.searching": "Buscando en {name} …",
  "watermark.found": "Encontrado",
  "watermark.none": "No se encontró ninguna huella.",
  "watermark.silent": "El archivo está en silencio.",
  "watermark.nobody":
    "Ningún destinatario tiene huella todavía. Comparta una selección o dé un destinatario a una clave de prueba.",
  "watermark.searched":
    "Se buscó en {seconds} s y entre {recipients} destinatarios. Valor más alto: {best}. Umbral: {threshold}, con el que como máximo un archivo de cada millón acusa a alguien por error.",
  "watermark.recipient": "Destinatario",
  "watermark.from-share": "Selección compartida {name}",
  "watermark.from-key": "Clave {name}",
  "watermark.source": "Procedencia",
  "watermark.shared-by": "Compartido por",
  "watermark.made": "Desde",
  "watermark.state": "Estado",
  "watermark.state.active": "válido",
  "watermark.state.expired": "caducado",
  "watermark.state.revoked": "retirado",
  "watermark.state.replaced": "la clave tiene otro destinatario",
  "watermark.state.forgotten": "el enlace fue eliminado",
  "watermark.score": "Valor",
  "watermark.place": "Lugar en el archivo",
  "watermark.place-text": "de {from} a {to} s",
};
