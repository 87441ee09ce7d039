/** The beginning of a mail about a film, by language. It has more than 40 words and says nothing of the music. */
export const MAILS: ReadonlyMap<string, string> = new Map([
  [
    "en",
    "Thank you for the call on Tuesday about our film, in which two sisters repair their late father's boat and argue about who will sail it home. " +
      "The edit is nearly finished, and my colleague will upload the third reel before the end of the week.",
  ],
  [
    "de",
    "Vielen Dank für das Gespräch am Dienstag über unseren Film, in dem zwei Schwestern das Boot ihres Vaters reparieren und sich darüber streiten, wer es nach Hause segelt. " +
      "Der Schnitt ist fast fertig, und mein Kollege lädt die dritte Rolle noch vor dem Ende der Woche hoch.",
  ],
  [
    "fr",
    "Merci pour notre échange de mardi au sujet de notre film, dans lequel deux sœurs réparent le bateau de leur père et se disputent pour savoir qui le ramènera à la maison. " +
      "Le montage est presque terminé, et mon collègue enverra la troisième bobine avant la fin de la semaine.",
  ],
  [
    "es",
    "Gracias por la llamada del martes sobre nuestra película, en la que dos hermanas reparan el barco de su padre y discuten sobre quién lo llevará de vuelta a casa. " +
      "El montaje está casi terminado, y mi compañero subirá la tercera bobina antes de que acabe la semana.",
  ],
  [
    "it",
    "Grazie per la telefonata di martedì sul nostro film, nel quale due sorelle riparano la barca del padre e discutono su chi la riporterà a casa prima dell'autunno. " +
      "Il montaggio è quasi finito, e il mio collega caricherà il terzo rullo prima della fine della settimana.",
  ],
  [
    "pt",
    "Obrigado pela conversa de terça-feira sobre o nosso filme, no qual duas irmãs consertam o barco do pai e discutem sobre quem o levará de volta para casa. " +
      "A montagem está quase pronta, e o meu colega vai enviar o terceiro rolo antes do fim da semana.",
  ],
]);
