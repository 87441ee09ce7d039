import type { WatermarkTexts } from "./en-watermark.ts";

export const frWatermark: WatermarkTexts = {
  "nav.watermark": "Filigrane",
  "watermark.title": "De qui vient cette copie ?",
  "watermark.text":
    "Les extraits portent une empreinte inaudible de leur destinataire. Dix secondes d’une copie suffisent le plus souvent, même après MP3 ou AAC.",
  "watermark.file": "L’enregistrement",
  "watermark.choose": "Choisir un fichier",
  "watermark.drop":
    "Un fichier audio ou un film MP4 ou MOV, jusqu’à 500 Mo. On peut aussi le déposer ici ; il n’est pas conservé.",
  "watermark.searching": "Recherche dans {name} …",
  "watermark.found": "Trouvé",
  "watermark.none": "Aucune empreinte n’a été trouvée.",
  "watermark.silent": "Le fichier est silencieux.",
  "watermark.nobody":
    "Aucun destinataire n’a encore d’empreinte. Partagez une sélection, ou donnez un destinataire à une clé de test.",
  "watermark.searched":
    "{seconds} s et {recipients} destinataires ont été examinés. Score le plus élevé : {best}. Seuil : {threshold}, auquel un fichier sur un million au plus accuse quelqu’un à tort.",
  "watermark.recipient": "Destinataire",
  "watermark.from-share": "Sélection partagée {name}",
  "watermark.from-key": "Clé {name}",
  "watermark.source": "Provenance",
  "watermark.shared-by": "Partagé par",
  "watermark.made": "Depuis",
  "watermark.state": "État",
  "watermark.state.active": "valable",
  "watermark.state.expired": "expiré",
  "watermark.state.revoked": "retiré",
  "watermark.state.replaced": "la clé a un autre destinataire",
  "watermark.state.forgotten": "le lien a été supprimé",
  "watermark.score": "Score",
  "watermark.place": "Endroit du fichier",
  "watermark.place-text": "de {from} à {to} s",
};
