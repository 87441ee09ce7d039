import { foreignIn, type Language } from "./language-set.ts";
import { claim, type Passage, tokensWithin } from "./passage.ts";

/** Clauses about the job: money, dates, rights, and who writes. They end where a sentence or a comma does. */
const PATTERNS: Readonly<Record<Language, RegExp>> = {
  en: clauses(
    "budgets?|deadlines?|invoices?|licen[cs]ing|licen[cs]e fees?|usage rights|clearance|territor(?:y|ies)|buyout|by (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|next week|the end of (?:the )?(?:day|week|month))|asap|urgent|urgently|as soon as possible|thanks(?: so much| a lot| in advance)?|thank you|cheers|best regards|kind regards|sincerely|e-?mails?|phone|call me|get back to (?:me|us)|let (?:me|us) know|send (?:me|us|over)|mezzanine|deliverables?|turnaround|weeks away|days away|gracias|merci|danke|grazie|obrigad[oa]",
  ),
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

/** Answers the passages left out of account, in the client's words, and claims them. A clause that names music is kept. */
export function readLogistics(passage: Passage, namesMusic: (from: number, to: number) => boolean): string[] {
  const ignored: string[] = [];
  const languages = ["en", ...foreignIn(passage.languages)] as const;
  for (const match of languages.flatMap((language) => [...passage.lower.matchAll(PATTERNS[language])])) {
    const [start, end] = clauseAround(passage.lower, match.index);
    const [from, to] = tokensWithin(passage, start, end);
    if (from === to || passage.claimed[from] === true || namesMusic(from, to)) continue;
    claim(passage, from, to);
    ignored.push(passage.text.slice(start, end).trim());
  }
  return ignored;
}

function clauses(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "gu");
}

function clauseAround(text: string, at: number): readonly [start: number, end: number] {
  const boundary = /[.,;:!?¡¿\n()]/;
  let start = at;
  while (start > 0 && !boundary.test(text[start - 1] ?? "")) start--;
  let end = at;
  while (end < text.length && !boundary.test(text[end] ?? "")) end++;
  return [start, end];
}
