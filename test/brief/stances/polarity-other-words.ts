/**
 * Lines in other words, in the form of `POLARITY_TABLE`. They were written after the rules and the model had been fitted
 * to its patterns, and show how the reading generalises.
 */
export const OTHER_WORDS = `
## other words
en | our director loathes pan flute | | pan flute |
en | soul, sure; gospel, no chance | soul | gospel |
en | the timpani must go, the celesta may stay | | timpani | celesta
en | for heaven's sake no theremin | | theremin |
en | could you drop the congas? | | conga |
en | I'd skip the oboe, personally | | oboe |
en | more vibraphone and less marimba | vibraphone | marimba |
en | nothing with a vocoder in it | | vocoder |
en | what about rumba? Yes! And tango? God no. | rumba | tango |
en | whatever you do, don't send calypso | | calypso |
en | please no more synthwave, we beg you | | synthwave |
en | country isn't what we had in mind | | country |
en | rather a bassoon than a clarinet | bassoon | clarinet |
en | last month you pitched drill and the client nearly fired us | | drill |
en | Grime again? Pass. | | grime |
en | If it has a didgeridoo in it, bin it | | didgeridoo |
en | a viola would be lovely, no viola da gamba though | viola | viola da gamba |
en | harpsichord yes please, organ no thank you | harpsichord | organ |
en | you can never have too much dulcimer | | | dulcimer
en | we wouldn't dream of cutting the harmonium | | | harmonium
en | no one does it like a brass band, so brass it is | brass | |
en | who could resist a mandolin? | mandolin | |
en | it simply has to have bongos | bongo | |
en | not a day goes by without ska in this office, so ska it is | ska | |
en | hold the tambourines, bring on the cowbell | cowbell | tambourine |
en | Two things we never want: polka and yodelling | | polka, volksmusik |
en | rock is dead to us; long live disco | disco | rock |
en | the kora is lovely but the balafon feels wrong | kora | |
en | as for trap: don't even think about it | | trap |
en | enough with the epic drums already | | taiko |
de | lieber eine Oboe als eine Klarinette | | clarinet |
de | bitte alles, nur keine Polka | | polka |
de | Panflöte? Um Himmels willen! | | pan flute |
de | die Harfe ist schön, die Tuba stört | harp | tuba |
de | Trap war letztes Jahr, jetzt bitte Soul | soul | trap |
de | von Dudelsäcken bitte absehen | | bagpipes |
de | Chor gerne, Solostimme nein | choir | |
de | wir wollen auf keinen Fall auf Streicher verzichten | strings | |
de | gerne Klarinette statt Saxophon | clarinet | saxophone |
fr | la guitare oui, mais pas électrique | guitar | electric guitar |
fr | le trombone, très peu pour nous | | trombone |
fr | jamais de la vie de la techno | | techno |
fr | on préfère le tango à la salsa | tango | salsa |
fr | une valse, et qu'on ne me parle plus de polka | waltz | polka |
fr | il faudrait éviter tout ce qui est trap | | trap |
fr | un hautbois ne serait pas de refus | | | oboe
es | mejor un oboe que un clarinete | oboe | clarinet |
es | quiten la flauta, déjennos la guitarra | guitar | flute |
es | de reguetón, ni una nota | | reggaeton |
es | tango, por supuesto; salsa, jamás | tango | salsa |
es | no nos hace gracia el acordeón | | accordion |
es | nos encanta el bandoneón, no lo quiten | bandoneon | |
it | meglio un oboe di un clarinetto | oboe | |
it | togliete il flauto, tenete la chitarra | guitar | flute |
it | di reggaeton nemmeno una nota | | reggaeton |
it | tango volentieri, salsa mai | tango | salsa |
it | guai a chi mette un kazoo | | kazoo |
pt | melhor um oboé do que um clarinete | oboe | clarinet |
pt | tirem a flauta, deixem o violão | acoustic guitar | flute |
pt | de reggaeton, nem uma nota | | reggaeton |
pt | tango com certeza, salsa nunca | tango | salsa |
pt | não gostamos nada de acordeão | | accordion |
en | Jazz guitar, gladly. Jazz flute, spare me. | jazz guitar | flute |
en | the network's notes: no rap, fewer strings, a lot more organ | organ | rap, strings |
en | Please, anything other than a lullaby | | lullaby |
en | The client adores dulcimer and despises recorder | dulcimer | recorder |
en | I'm begging you, not another waltz | | waltz |
en | Trombones: yes. Trumpets: only if you hate me. | trombone | trumpet |
en | We tried house, we tried techno, both flopped. Now soul. | soul | house, techno |
en | sorry but mariachi is a dealbreaker | | mariachi |
en | could it be less gloomy and more playful? | playful | gloomy |
en | Cut the choir, keep the cello | cello | choir |
en | ska is where I draw the line | | ska |
en | tell the composer to put the sitar away | | sitar |
en | funk? absolutely. disco? absolutely not. | funk | disco |
en | the old version had timpani all over it, which was unbearable | | timpani |
en | it's a hard no on accordion | | accordion |
en | A flute would not go amiss | | | flute
en | who says a tango can't be funny? A tango, please | tango | |
en | nothing says summer like a steel drum | steel drum | |
en | bongos, why ever not | bongo | |
en | I have nothing against brass | | | brass
en | it isn't Christmas without sleigh bells | sleigh bells | |
en | we'd be mad to drop the harp | harp | |
en | gospel, and I won't take no for an answer | gospel | |
en | we're drowning in lo-fi, send rock | rock | lo-fi |
de | Bitte kein Saxophon und auch keine Klarinette | | saxophone, clarinet |
de | Soul gern, Funk eher nicht | soul | funk |
de | von Techno haben wir genug | | techno |
de | das Xylophon kann bleiben, die Glocken müssen weg | | bell | xylophone
de | Mundharmonika? Immer her damit! | harmonica | |
de | schickt uns bloß keinen Walzer mehr | | waltz |
fr | surtout pas d'orgue, la directrice déteste ça | | organ |
fr | le tango d'accord, la valse jamais | tango | waltz |
fr | le banjo peut rester, la flûte doit partir | | flute | banjo
fr | assez de techno, donnez-nous du jazz | jazz | techno |
fr | une clarinette, pourquoi pas | clarinet | |
es | nada de trompetas ni de tambores, solo un piano | piano | trumpet, drums |
es | el director no soporta la flauta | | flute |
es | jazz encantados, rock ni de broma | jazz | rock |
es | ya basta de tango, mandad soul | soul | tango |
es | un poco de acordeón no estaría mal | | | accordion
it | il regista detesta il flauto | | flute |
it | basta tango, mandateci del soul | soul | tango |
it | jazz volentieri, rock neanche per sogno | jazz | rock |
it | un po' di fisarmonica non starebbe male | | | accordion
it | senza batteria e senza tromba | | drums, trumpet |
pt | o diretor detesta flauta | | flute |
pt | chega de tango, mandem soul | soul | tango |
pt | jazz com prazer, rock nem a brincar | jazz | rock |
pt | um pouco de sanfona não ia mal | | | accordion
pt | sem bateria e sem trompete | | drums, trumpet |
`;
