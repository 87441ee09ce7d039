import type { Foreign } from "../text/language-set.ts";

/** Phrases about money, dates, rights and contacts, in each language except English. */
export const FOREIGN_LOGISTICS: Readonly<Record<Foreign, RegExp>> = {
  es: clauses(
    "presupuesto|(?:para|antes de) (?:el|del|este) (?:próximo )?(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)|antes del (?:lunes|martes|miércoles|jueves|viernes)|para (?:mañana|hoy mismo)|para fin de mes|plazos?|fecha (?:límite|de entrega)|cuanto antes|lo antes posible|(?:es|muy) urgente|urge|(?:muchas |mil )?gracias(?: de antemano)?|un saludo|saludos(?: cordiales)?|factura|licencias?|derechos de (?:uso|autor)|correo electrónico|avisadme|avísame|llámame",
  ),
  fr: clauses(
    "d'ici (?:à )?(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain|la fin)|(?:pour|avant) (?:lundi|mardi|mercredi|jeudi|vendredi|demain|ce soir)|délais?|date limite|au plus vite|dès que possible|c'est urgent|merci(?: d'avance| beaucoup| à vous)?|cordialement|bien à vous|factures?|droits (?:d'auteur|d'utilisation)|licences?|courriel|téléphone|rappelez-moi",
  ),
  de: clauses(
    "bis (?:spätestens )?(?:nächsten |nächste |zum )?(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen|heute abend|(?:ende |anfang )?(?:nächster |der |dieser )?woche|ende des monats)|frist|abgabetermin|abgabe|so schnell wie möglich|schnellstmöglich|so bald wie möglich|dringend|es eilt|danke(?: schön| im voraus| euch)?|dankeschön|vielen dank(?: im voraus)?|besten dank|(?:mit )?(?:freundlichen|freundliche|viele|liebe|beste|schöne) grüße[n]?|mfg|rechnung|lizenz(?:en|gebühren|kosten)?|nutzungsrechte|telefon|meldet euch|melden sie sich|rückmeldung",
  ),
  it: clauses(
    "entro (?:lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domani|fine|la fine|stasera)|per (?:lunedì|martedì|mercoledì|giovedì|venerdì|domani)|scadenza|al più presto|il prima possibile|è urgente|grazie(?: mille| in anticipo| a tutti)?|(?:cordiali |distinti |un )?saluti|fattura|licenz[ae]|diritti d'(?:uso|autore)|telefono|fatemi sapere",
  ),
  pt: clauses(
    "orçamento|verba|(?:até|para) (?:a )?(?:próxima )?(?:segunda|terça|quarta|quinta|sexta|sábado|amanhã|domingo)(?:-feira)?|prazos?|data de entrega|o mais rápido possível|o quanto antes|é urgente|(?:muito )?obrigad[oa](?: desde já)?|desde já agradeço|agradeço|atenciosamente|abraços?|cumprimentos|fatura|nota fiscal|licenças?|licenciamento|direitos (?:autorais|de uso)|telefone",
  ),
};

function clauses(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "gu");
}
