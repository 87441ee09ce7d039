/**
 * Lines by pattern: language | words | wanted | refused | left alone. "¶" is a line break. Concepts have the names of
 * the vocabulary; `vocals` is any voice, and a constraint can refuse it. "Less of it" counts as refused.
 */
export const POLARITY_TABLE = `
## before
en | acoustic folk without drums, please | folk | drums |
en | warm acoustic folk, no guitars | folk, warm | guitar |
en | slow, no drums | slow | drums |
en | we don't want any bagpipes near this film | | bagpipes |
en | please avoid dubstep at all costs | | dubstep |
en | zero tolerance for kazoo | | kazoo |
en | stay away from reggaeton. We need a waltz. | waltz | reggaeton |
en | no way are we using trap | | trap |
en | never again panpipes and never again whistling | | whistle |
en | skip the handclaps and the glockenspiel | | handclaps, glockenspiel |
en | spare us the sentimental strings | | sentimental |
en | hold the brass, we want harp | harp | brass |
en | lose the tambourine | | tambourine |
en | steer clear of anything corporate | | corporate |
en | allergic to autotune over here | | autotune |
en | under no circumstances a choir | | choir |
en | the client has banned ukulele, so find us a mandolin | mandolin | ukulele |
en | we could do without the saxophone | | saxophone |
en | get rid of the sleigh bells | | sleigh bells |
en | anything but techno | | techno |
en | everything except opera | | opera |
en | free of synths, full of cello | cello | synthesizer |
en | a quiet piano minus the rain sounds | piano, quiet | rain sounds |
en | I refuse to listen to another polka | | polka |
en | not a single trumpet in the house | | trumpet |
en | don't you dare send us dubstep | | dubstep |
en | nobody here wants death metal | | death metal |
en | jazz trio with nobody singing | jazz trio | vocals |
en | make it dark but don't make it scary | dark | horror |
de | bitte ohne Schlagzeug, nur eine Harfe | harp | drums |
de | bloß keine Blockflöte | | recorder |
de | verschont uns mit Schlager | | schlager |
de | auf keinen Fall Dudelsack | | bagpipes |
de | Hände weg von Techno, wir suchen Cello | cello | techno |
de | niemand will hier Volksmusik hören | | volksmusik |
fr | sans batterie et surtout sans trompette | | drums, trumpet |
fr | épargnez-nous l'accordéon | | accordion |
fr | on ne veut pas de synthés, juste une harpe | harp | synthesizer |
fr | hors de question de mettre du reggaeton | | reggaeton |
fr | jazz manouche, jamais de saxophone | gypsy jazz | saxophone |
es | piano tranquilo, sin batería | piano, calm | drums |
es | nada de reguetón, por favor | | reggaeton |
es | ni se os ocurra meter trompetas | | trumpet |
es | huyan del ukelele, queremos un violonchelo | cello | ukulele |
es | prohibido el autotune | | autotune |
it | niente fisarmonica, per carità | | accordion |
it | un valzer senza violini | waltz | violin |
it | risparmiateci il sassofono | | saxophone |
it | lasciate stare la techno e cercate un'arpa | harp | techno |
pt | samba lento, sem pandeiro | samba, slow | tambourine |
pt | nada de sanfona, pelo amor de Deus | | accordion |
pt | nem pensar em dubstep | | dubstep |
pt | poupem-nos do saxofone | | saxophone |

## list
en | no drums, brass or choir | | drums, brass, choir |
en | neither trumpet nor trombone, only clarinet | clarinet | trumpet, trombone |
en | avoid banjo, fiddle and harmonica | | banjo, fiddle, harmonica |
en | without strings, bells or vocals | | strings, bell, vocals |
en | we want no techno, no house and no trance | | techno, house, trance |
en | nothing sad, nothing slow, nothing sentimental | | sad, slow, sentimental |
en | leave out the tuba, the trombone and the accordion; keep the clarinet | clarinet | tuba, trombone, accordion |
en | not epic, not heroic, just a small piano | piano | epic, heroic |
en | ban: sitar, tabla, gong. Love: banjo. | banjo | sitar, tabla, gong |
en | folk, blues, country, but neither rock nor metal | folk, blues, country | rock, metal |
en | no rap nor singing, thanks | | rap, vocals |
en | everything apart from reggae, ska and dub is welcome | | reggae, ska, dub |
de | weder Geige noch Harfe, bitte | | violin, harp |
de | kein Techno, kein House, kein Trance | | techno, house, trance |
de | verzichtet auf Orgel und Chor | | organ, choir |
de | alles außer Metal, Punk und Ska | | metal, punk rock, ska |
fr | ni batterie ni guitare, seulement du piano | piano | drums, guitar |
fr | évitez le banjo, l'harmonica et le violon | | banjo, harmonica, violin |
fr | pas de techno, pas de house et pas de trance | | techno, house, trance |
es | ni trompetas ni tambores ni coro | | trumpet, drums, choir |
es | evitad el rock, el metal y el punk | | rock, metal, punk rock |
es | sin guitarras, sin violines, solo arpa | harp | guitar, violin |
it | né batteria né chitarra elettrica | | drums, electric guitar |
it | evitate tromba, trombone e tuba | | trumpet, trombone, tuba |
it | tutto tranne opera, jazz e blues | | opera, jazz, blues |
pt | nem bateria nem guitarra, só piano | piano | drums, guitar |
pt | evitem rock, metal e punk | | rock, metal, punk rock |
pt | tudo menos axé, funk e techno | | funk, techno |

## after
en | adventure yes, battle no | adventure | action |
en | battle no | | action |
en | Flute? Out. | | flute |
en | Banjo? No. Dobro? Yes. | dobro | banjo |
en | drums: no, bass: yes | bass | drums |
en | trumpets are off the table | | trumpet |
en | gospel choir is a no-go | | gospel choir |
en | the xylophone has to go | | xylophone |
en | marimba not wanted | | marimba |
en | dubstep, no thanks | | dubstep |
en | Techno is banned, house is welcome | house | techno |
en | Glockenspiel? Over my dead body. | | glockenspiel |
en | Country? Hard pass. | | country |
en | Bagpipes... please don't | | bagpipes |
en | the agency sent us trap; please don't | | trap |
en | Harpsichord? We'd rather not. | | harpsichord |
en | synths can stay in the box | | synthesizer |
en | reggae didn't work for us at all | | reggae |
en | choirs are forbidden by the director | | choir |
en | heavy metal isn't our thing | | metal |
de | Trompete nein, Klarinette ja | clarinet | trumpet |
de | Banjo? Nein danke. | | banjo |
de | Saxophon muss raus | | saxophone |
de | Schlager geht gar nicht | | schlager |
de | Chor kommt nicht in Frage | | choir |
fr | le rock oui, le metal non | rock | metal |
fr | Trompette ? Non merci. | | trumpet |
fr | l'accordéon, c'est non | | accordion |
fr | le banjo est à proscrire | | banjo |
es | jazz sí, blues no | jazz | blues |
es | ¿Acordeón? Ni hablar. | | accordion |
es | las trompetas sobran | | trumpet |
es | el coro queda descartado | | choir |
it | rock sì, metal no | rock | metal |
it | Banjo? No, grazie. | | banjo |
it | la tromba è da escludere | | trumpet |
pt | rock sim, metal não | rock | metal |
pt | Banjo? Nem pensar. | | banjo |
pt | o trompete está fora de questão | | trumpet |

## comparison
en | less Zimmer, more kitchen table | | |
en | less trumpet, more clarinet | clarinet | trumpet |
en | acoustic guitar rather than electric guitar | acoustic guitar | electric guitar |
en | a harp instead of a piano | harp | piano |
en | bossa nova, not salsa | bossa nova | salsa |
en | more wistful than sad | wistful | sad |
en | I'd take a cello over a violin any day | cello | violin |
en | closer to blues than to country | blues | country |
en | swap the trumpet for a flugelhorn | flugelhorn | trumpet |
en | replace the synths with strings | strings | synthesizer |
en | we prefer banjo to mandolin | banjo | mandolin |
en | it should be playful as opposed to goofy | playful | goofy |
en | marimba in place of the xylophone | marimba | xylophone |
en | clarinet beats saxophone, so no saxophone | clarinet | saxophone |
de | lieber Cello als Geige | cello | violin |
de | statt Trompete bitte eine Klarinette | clarinet | trumpet |
de | weniger Synthesizer, mehr Klavier | piano | synthesizer |
de | Jazz, nicht Blues | jazz | blues |
fr | plutôt la harpe que le piano | harp | piano |
fr | moins de cuivres, plus de clarinette | clarinet | brass |
fr | du blues au lieu du rock | blues | rock |
fr | remplacez le violon par un violoncelle | cello | violin |
es | más clarinete que trompeta | clarinet | trumpet |
es | menos sintetizadores, más guitarra | guitar | synthesizer |
es | en vez de piano, un arpa | harp | piano |
es | antes un bolero que una cumbia | bolero | cumbia |
it | più clarinetto che tromba | clarinet | trumpet |
it | invece del violino un violoncello | cello | violin |
it | meno sintetizzatori, più archi | strings | synthesizer |
pt | mais clarinete do que trompete | clarinet | trumpet |
pt | em vez do piano, uma harpa | harp | piano |
pt | menos sintetizador, mais violão | acoustic guitar | synthesizer |

## complaint
en | lounge trio. Too smooth. Swap it | | smooth, lounge |
en | The last batch was all ukulele and we hated it | | ukulele |
en | Your first selection had far too much brass | | brass |
en | What you sent sounded like circus music. Wrong. | | circus music |
en | The temp has a banjo and the director winces every time | | banjo |
en | Track two: a harpsichord. It drove everybody mad. | | harpsichord |
en | the previous pick felt corporate and cheesy | | corporate, cheesy |
en | Last year's spot used dubstep and we got letters | | dubstep |
en | Round one was drowned in choir | | choir |
en | Again with the whistling! Enough. | | whistle |
en | The oboe in option B fights the dialogue, take it out | | oboe |
en | they keep pitching us reggae, which nobody asked for | | reggae |
en | The demo was too slow and too sad | | slow, sad |
de | Der letzte Vorschlag war uns zu kitschig, und die Panflöte hat genervt | | cheesy, pan flute |
de | Ihr habt uns Techno geschickt. Bitte nicht. | | techno |
de | Die Orgel in Version zwei hat alle gestört, raus damit | | organ |
fr | La dernière proposition noyait tout sous les cuivres | | brass |
fr | Vous nous avez envoyé du trap ; pitié, non | | trap |
fr | L'orgue de la version deux a agacé tout le monde | | organ |
es | La última propuesta tenía demasiada trompeta | | trumpet |
es | Nos mandasteis trap; por favor, no | | trap |
it | L'ultima proposta era troppo lenta e troppo triste | | slow, sad |
it | Ci avete mandato del reggae: per favore no | | reggae |
pt | A última proposta tinha flauta demais | | flute |
pt | Mandaram-nos trap; por favor, não | | trap |

## irony
en | one more ukulele and I scream | | ukulele |
en | another glockenspiel and I quit | | glockenspiel |
en | if I hear one more handclap I'm moving to the woods | | handclaps |
en | oh great, yet another epic choir | | epic choir |
en | because what the world needs is more tropical house, right? Wrong. | | tropical house |
en | I'd rather chew glass than listen to yodelling | | volksmusik |
en | the day I license a kazoo is the day I retire | | kazoo |
en | whoever suggests pan flute buys lunch for a year, so don't | | pan flute |
en | not the whistling guy again | | whistle |
en | how original, a ukulele. Next. | | ukulele |
de | noch eine Ukulele und ich kündige | | ukulele |
de | wenn ich noch einmal ein Glockenspiel höre, schreie ich | | glockenspiel |
fr | encore un ukulélé et je démissionne | | ukulele |
fr | si j'entends encore une flûte de pan, je hurle | | pan flute |
es | un ukelele más y grito | | ukulele |
es | otra vez la pandereta, qué originales. No. | | tambourine |
it | un altro ukulele e mi licenzio | | ukulele |
pt | mais um ukulele e eu grito | | ukulele |
pt | de novo o cavaquinho, que original. Não. | | cavaquinho |

## ditto
en | No banjo. Ditto ukulele. | | banjo, ukulele |
en | Trumpets are out. Same for trombones. | | trumpet, trombone |
en | We've had the kazoo. Drop it. | | kazoo |
en | There's a tambourine in the demo. Lose it. | | tambourine |
en | No techno please, and the same goes for trance | | techno, trance |
en | I can't stand dubstep. Likewise drum and bass. | | dubstep, drum and bass |
en | Harpsichord is banned, and so is the celesta | | harpsichord, celesta |
en | The choir sounds churchy. Cut it. | | choir |
en | sleigh bells? they can go, and the glockenspiel with them | | sleigh bells, glockenspiel |
de | Kein Banjo. Ukulele ebenso wenig. | | banjo, ukulele |
de | In der Demo ist ein Saxophon. Weg damit. | | saxophone |
fr | Pas de banjo. Idem pour l'ukulélé. | | banjo, ukulele |
fr | Il y a une trompette dans la démo. Enlevez-la. | | trumpet |
es | Sin banjo. Lo mismo digo del ukelele. | | banjo, ukulele |
es | Hay una trompeta en la maqueta. Quitadla. | | trumpet |
it | Niente banjo. Idem per l'ukulele. | | banjo, ukulele |
it | C'è un sassofono nel provino. Toglietelo. | | saxophone |
pt | Sem banjo. O mesmo vale para o ukulele. | | banjo, ukulele |
pt | Tem um saxofone na demo. Tirem isso. | | saxophone |

## double negation
en | not without drums | drums | |
en | it can't work without a cello | cello | |
en | there's no way we do this without gospel | gospel | |
en | never without a harmonica | harmonica | |
en | a blues that doesn't skimp on organ | blues, organ | |
en | nothing without strings, please | strings | |
en | don't leave out the vibraphone | vibraphone | |
en | it wouldn't be a party without samba | samba | |
en | no scene of ours ends without a trumpet | trumpet | |
en | I can't imagine it without a double bass | double bass | |
de | nicht ohne Cello | cello | |
de | ohne Klavier geht hier nichts | piano | |
de | auf die Posaune wollen wir nicht verzichten | trombone | |
fr | pas sans violoncelle | cello | |
fr | on ne peut pas se passer de la harpe | harp | |
es | no sin violonchelo | cello | |
es | que no falte la trompeta | trumpet | |
it | non senza violoncello | cello | |
it | non può mancare la fisarmonica | accordion | |
pt | não sem violoncelo | cello | |
pt | não pode faltar o cavaquinho | cavaquinho | |

## concession
en | no vocals, but a choir is fine | | | choir
en | wouldn't be upset by an accordion | | | accordion
en | no drums; a shaker would be okay | | drums | shaker
en | not fussed about the saxophone either way | | | saxophone
en | Strings can stay if you must, just no brass | | brass | strings
en | I don't mind a little banjo | | | banjo
en | brass is acceptable, trumpets included | | | brass, trumpet
en | no electric guitars, though an acoustic guitar is welcome | | electric guitar | acoustic guitar
en | you won't hear us complain about a flute | | | flute
en | a bit of harp wouldn't hurt | | | harp
en | harmonica optional | | | harmonica
en | no objections to a tuba | | | tuba
de | kein Gesang, aber ein Chor ist in Ordnung | | | choir
de | gegen eine Harfe hätten wir nichts | | | harp
de | ein bisschen Akkordeon schadet nicht | | | accordion
fr | pas de batterie, mais des percussions légères, ça va | | drums | percussion
fr | un peu d'accordéon ne nous dérangerait pas | | | accordion
es | sin batería, aunque una pandereta no molesta | | drums | tambourine
es | no me importaría un acordeón | | | accordion
it | niente batteria, ma un tamburello va bene | | drums | tambourine
it | una fisarmonica non mi dispiacerebbe | | | accordion
pt | sem bateria, mas um pandeiro tudo bem | | drums | tambourine
pt | uma sanfona não faria mal | | | accordion

## contrast
en | Rock yes, metal no | rock | metal |
en | Country, in other words, but no rodeo | country | western |
en | yes to swing, no to big band | swing | big band |
en | happy but not cheesy | happy | cheesy |
en | folk, only not the fiddle kind | folk | fiddle |
en | strings are great, the harp isn't | strings | harp |
en | give me cumbia and keep your salsa | cumbia | salsa |
en | tense yes, horror no, sad never | tense | horror, sad |
en | a waltz, but without violins | waltz | violin |
en | piano: love. Organ: hate. | piano | organ |
en | dark, never gloomy; slow, never sad | dark, slow | gloomy, sad |
en | energetic without being aggressive | energetic | aggressive |
en | Choir in, drums out | choir | drums |
en | do use banjo, don't use fiddle | banjo | fiddle |
en | Accordion good. Tuba bad. | accordion | tuba |
de | Blues ja, Rock nein | blues | rock |
de | traurig, aber nicht kitschig | sad | cheesy |
de | Walzer gern, Polka auf keinen Fall | waltz | polka |
fr | de la bossa nova, mais pas de samba | bossa nova | samba |
fr | triste sans être larmoyant | sad | tearful |
es | alegre pero no infantil | happy | children |
es | bolero sí, ranchera no | bolero | mariachi |
it | allegro ma senza fisarmonica; valzer sì, polka no | waltz | accordion, polka |
it | jazz, ma non swing | jazz | swing |
pt | alegre, mas não brega | happy | cheesy |
pt | bossa nova sim, pagode não | bossa nova | samba |

## heading
en | DO: warm cello, clarinet¶DON'T: trumpets, drums | cello, clarinet | trumpet, drums |
en | DON'T: ukulele, whistling | | ukulele, whistle |
en | Yes: marimba, vibraphone¶No: brass, choir | marimba, vibraphone | brass, choir |
en | Must have: banjo¶Must not have: harmonica | banjo | harmonica |
en | Avoid:¶- dubstep¶- trap | | dubstep, trap |
en | Likes: soul, funk. Dislikes: techno. | soul, funk | techno |
en | ✓ bossa nova¶✗ salsa | bossa nova | salsa |
en | Red flags: autotune, kazoo | | autotune, kazoo |
en | In: clarinet, double bass¶Out: tuba, trombone | clarinet, double bass | tuba, trombone |
de | Bitte: Cello, Harfe¶Bitte nicht: Trompete, Orgel | cello, harp | trumpet, organ |
de | Ja: Jazz¶Nein: Schlager | jazz | schlager |
de | No-Gos: Techno, Trap | | techno, trap |
fr | Oui : harpe, violoncelle¶Non : trompette, orgue | harp, cello | trumpet, organ |
fr | À éviter : ukulélé, techno | | ukulele, techno |
es | Sí: arpa, violonchelo¶No: trompeta, órgano | harp, cello | trumpet, organ |
es | Evitar: ukelele, techno | | ukulele, techno |
it | Sì: arpa, violoncello¶No: tromba, organo | harp, cello | trumpet, organ |
it | Da evitare: ukulele, techno | | ukulele, techno |
pt | Sim: harpa, violoncelo¶Não: trompete, órgão | harp, cello | trumpet, organ |
pt | Evitar: ukulele, techno | | ukulele, techno |

## idiom
en | keep the guitars at home | | guitar |
en | I've gone off bossa nova | | bossa nova |
en | leave the bagpipes in Scotland | | bagpipes |
en | reggaeton makes my skin crawl | | reggaeton |
en | we are so over trap | | trap |
en | I've had it up to here with ukulele | | ukulele |
en | EDM leaves us cold | | edm |
en | the boss has a thing against saxophone | | saxophone |
en | sitar can stay on the shelf | | sitar |
en | choir gives me hives | | choir |
en | dubstep? life's too short | | dubstep |
en | we've fallen out of love with disco | | disco |
de | lasst die Gitarren zu Hause | | guitar |
de | Techno hängt uns zum Hals raus | | techno |
de | mit Dudelsack könnt ihr uns jagen | | bagpipes |
fr | laissez les guitares au placard | | guitar |
fr | on a soupé du reggae | | reggae |
es | dejad las guitarras en casa | | guitar |
es | el trap nos tiene hartos | | trap |
it | lasciate a casa le chitarre | | guitar |
it | del reggae non ne possiamo più | | reggae |
pt | dispensamos guitarra elétrica | | electric guitar |
pt | já não aguentamos mais reggae | | reggae |

## less
en | not too dark | | dark |
en | go easy on the strings | | strings |
en | hardly any percussion | | percussion |
en | fewer bells, please | | bell |
en | dial back the brass | | brass |
de | nicht zu traurig | | sad |
fr | pas trop triste | | sad |
es | no demasiado triste | | sad |
it | non troppo triste | | sad |
pt | não muito triste | | sad |

## not a negation
en | can't get enough funk | funk | |
en | why not reggae? | reggae | |
en | no bass is too deep | | | bass
en | no doubt piano | piano | |
en | nothing beats a cello | cello | |
en | not only jazz but also soul | jazz, soul | |
en | there's no such thing as too much banjo | | | banjo
en | never too many trumpets for me | | | trumpet
en | don't be shy with the drums | drums | |
en | I wouldn't say no to a tuba | tuba | |
en | I'd never say no to a cowbell | cowbell | |
en | we'd never turn down a harp | harp | |
fr | on ne dirait jamais non à un accordéon | accordion | |
es | nunca diría que no a una guitarra | guitar | |
it | non direi mai di no a un violino | violin | |
en | no need to avoid percussion | | | percussion
en | you can't go wrong with soul | soul | |
en | the organ must not stop | organ | |
en | nothing but accordion | accordion | |
en | none other than flamenco will do | flamenco | |
en | I couldn't be happier with the harp | | | harp
en | no nonsense rock | rock | |
en | don't hold back on the brass | brass | |
en | can't wait to hear some ska | ska | |
en | it hardly gets better than gospel | gospel | |
en | don't forget the clarinet | clarinet | |
en | please don't cut the violin, it is perfect | violin | |
en | the best songs have no ending, so give us disco | disco | |
en | no rush, some bluegrass when you have it | bluegrass | |
en | who doesn't love mariachi? | mariachi | |
en | no question: flamenco | flamenco | |
de | nicht nur Jazz, sondern auch Soul | jazz, soul | |
de | warum nicht mal Reggae? | reggae | |
de | es kann gar nicht genug Cello sein | cello | |
de | nichts geht über eine Harfe | harp | |
fr | pourquoi pas un tango ? | tango | |
fr | on ne se lasse pas du violoncelle | cello | |
fr | rien de tel qu'un bon blues | blues | |
es | por qué no un tango | tango | |
es | no hay nada como un buen bolero | bolero | |
es | no solo jazz, también soul | jazz, soul | |
it | perché no un tango? | tango | |
it | non solo jazz, anche soul | jazz, soul | |
pt | por que não um tango? | tango | |
pt | não só jazz, também soul | jazz, soul | |
`;
