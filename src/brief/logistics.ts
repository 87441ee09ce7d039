import { claim, clientWords, type Passage, tokensWithin } from "./passage.ts";

/** Clauses about the job: money, dates, rights, and who writes. They end where a sentence or a comma does. */
const LOGISTICS =
  /(?<![\w])(?:budgets?|deadlines?|invoices?|licen[cs]ing|licen[cs]e fees?|usage rights|clearance|territor(?:y|ies)|buyout|by (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|next week|the end of (?:the )?(?:day|week|month))|asap|urgent|urgently|as soon as possible|thanks(?: so much| a lot| in advance)?|thank you|cheers|best regards|kind regards|sincerely|e-?mails?|phone|call me|get back to (?:me|us)|let (?:me|us) know|send (?:me|us|over)|mezzanine|deliverables?|turnaround|weeks away|days away|presupuesto|gracias|merci|danke|grazie|obrigad[oa])(?!\w)/gu;

/** Answers the passages left out of account, in the client's words, and claims them. A clause that names music is kept. */
export function readLogistics(passage: Passage, namesMusic: (from: number, to: number) => boolean): string[] {
  const ignored: string[] = [];
  for (const match of passage.lower.matchAll(LOGISTICS)) {
    const [start, end] = clauseAround(passage.lower, match.index);
    const [from, to] = tokensWithin(passage, start, end);
    if (from === to || passage.claimed[from] === true || namesMusic(from, to)) continue;
    claim(passage, from, to);
    ignored.push(clientWords(passage, start, end).trim());
  }
  return ignored;
}

function clauseAround(text: string, at: number): readonly [start: number, end: number] {
  const boundary = /[.,;:!?\n()]/;
  let start = at;
  while (start > 0 && !boundary.test(text[start - 1] ?? "")) start--;
  let end = at;
  while (end < text.length && !boundary.test(text[end] ?? "")) end++;
  return [start, end];
}
