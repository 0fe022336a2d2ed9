/** APIs, type, translations, children. The form of these texts is said in topics.ts. */
export const words = `
@oauth 🔑 signed-notes.example oauth api
.OAuth, day {three|nine|twelve}: the {signature|nonce|timestamp} was right. {My clock was not|I was not|The proxy had opinions}.
.A {401|403|429} at {two in the morning|the airport|lunch} is {a letter addressed to you|a form of company|at least an answer}.
.Sorted the parameters by {name|octets|grief}, then signed. OAuth {forgives nothing|thanked me with a 200|is a recipe after all}.
.Deleted $big lines of {retry logic|OAuth glue|signing code}. {It works better|The tests applauded|One line was load-bearing}.
.The {docs|changelog|error message} says "{should never happen|see below|obviously}". {It happened on a $day|There is no below}.
.Rate limit: {fifteen|seventy-five|nine hundred} a window. Our {cron job|intern|dashboard} needed {one more|fourteen and a nap|all of them at once}.
.Code review: {forty|ninety|six} comments, {all about one space|one of them kind|resolved by lunch and cake}.
.PKCE explained to {my mother|a room of designers|the night porter}: {you tear a ticket in half|a secret handshake with homework|prove it was you who asked}. {Nods|She asked why the rest is not like that}.
.Percent-encoding is {easy|calm|reversible} until the first {space|plus sign|emoji}.
.Rotated the {OAuth tokens|keys|secrets}. {Two servers fell silent|Nobody noticed, which is the review|Found a script from 2017 that did}.
.{Pagination|Idempotency|Caching} is {politeness|memory|optimism}, {with headers|one request at a time}.
.The OAuth consent page is the {only page our lawyers read aloud|one screen people fear|front door; sweep it}.
.Our OAuth library has {$num|forty} options, {one of them right|two of them named the same|all of them on}. {I read the source|The default is a dare|We use it as it came}.
.{Two|Three}-legged OAuth, explained by {my dentist|an ostrich keeper|the ferry crew}: {nobody moves until everybody has signed|the third leg is trust|sit down, then count the legs}.
.Cursor, not offset. {I will not be taking questions|Ask anyone who paged through a moving list}.
+The log {knew|had it} all along.
+Works on {staging|my train}.
+Now {with tests|documented}.
?Why does my OAuth signature differ {only on Windows|only for é|after the proxy}?
=Encode it once, {not twice|then stop}.
=Line endings. It is {always|sadly} line endings.
=Print both base strings and {squint|diff them}.
?How do you {store|rotate} refresh tokens without {tears|a meeting}?
=One at a time, {and log it|with a lock}.
=Encrypted, {and tested on $days|with a runbook}.
=We {rotate|lose} them on purpose, {monthly|to stay in practice}.
!Did you read the {header|body|trace}?
!Been there, {signed|cached} that.
!Whose clock, {though|yours or theirs}?
!It {was|is} the proxy. It is {never not|usually} the proxy.
!I would {frame|merge} that.
"For the {runbook|onboarding page}.

@type 🔤 inkandgrid.example typography lettering
.Moved one {comma|serif|ampersand} by {half a point|a hair}. {Lunch|Nobody will know, and that is the job}.
.The {menu|gravestone|timetable} next door is set in {three|five} typefaces. {All of them shouting|It serves fish|I went in to ask}.
.Drew {the g|an ampersand|the eszett} {forty|sixty} times. Number {seven|nineteen|two} was {it|the one}. {It usually is|I kept the rest for courage}.
.Kerning pair of the day: {AV|To|Ly|r.}. {Too close for friends|It has forgiven me}.
.A {tram|bakery|chapel} sign from {1934|1908|1951}: {hand-cut, slightly drunk, perfect|every S upside down|the gold is still arguing with the blue}.
.Old-style figures {sit|walk} among letters; lining figures {stand for inspection|attend}.
.Proofread {a wine list|the parish letter|a train ticket} and found {$num spaces|an orphan|two kinds of dash}. {I said nothing. I said something|It is better now}.
.Sent to print: {a poster for the regatta|labels for honey|somebody's vows}. {The bleed is real|I checked the apostrophe at the traffic lights}.
.Which is to say: {leading is breathing|white is a colour|small caps are good manners}.
+The {ink|paper} had the last word.
+Printed on {grey|cheap} stock, {on purpose|for love}.
+Set in {Caslon|a borrowed Garamond|wood type}.
?What do you call the {tail|ear|gap} of a {Q|lower-case g|double s} in {your language|the trade}?
=We say {"the little leg"|"the flag"}, {not in front of clients|with affection}.
=In {Porto|Kyoto|Leipzig} it has {no|a rude} name.
=Trouble, {mostly|in bold}.
!At {which|nine} points?
!The {spacing|g} alone. {Thank you|Sit down, Bodoni}.
!Is it for {sale|lending}?
!{Kern|Lead} it again.
"In {metal|large letters}, over the {door|desk}.

@words 📖 twotongues.example translation language
.Page $big: the author uses "{heimlich|saudade|desenrascanço|koselig}" {twice, differently|in a cookbook|about a chair}. {I have had tea with it|Lunch was cancelled}.
.Translated a {joke|recipe|lease|lullaby} from {Danish|Georgian|Portuguese|Yoruba}. {It is now a proverb|The joke stayed there|It rhymes by accident}.
.There is no word for "{cosy|mind the gap|deadline|to look forward}" in {my grandmother's dialect|the source|the next room}. {She pointed at the stove|We use a gesture}.
.The subtitles have {thirty-two|forty|thirty-seven} characters for {a marriage proposal|a thunderstorm|two people who interrupt each other}.
.A false friend today: "{eventual|gift|sensible|actual}". {We had trusted each other for years|It got as far as the contract}.
.The {comma|full stop|title} {took a week|is the hardest word}. The rest {followed|was typing}.
.Editor's note in the margin: "{who says this?|lovely, cut it|is this one sentence?}". {All three of us|I cut it. She was right}.
.Read {the draft|chapter $num|the poem} aloud to {the dog|a tram stop|my sister}. {The dog left at the adverb|It limps where I thought it danced}.
.Dictionary from {1890|1926}, entry "{tide|guest|bread}": {a whole column of longing|see also patience}.
+{Untranslatable|Idiomatic}, {said the client|they said}.
+Invoice: {one word|by the sigh}.
+I shall {sleep|dream} on it, bilingually.
?How would you {say|render} "{it will do|mind how you go|fair enough}" in {your language|Japanese|Arabic}?
=With a {shrug|nod} and {two|no} vowels.
=We would {not|only think it}.
=Politely: {a whole|half a} sentence. Otherwise: "{hm|na}".
!The {original|dialect} is {ruder|kinder}.
!We have a word for {exactly|nearly} that. It {means soup too|is rude}.
!Footnote it and {run|smile}.
!{Cut|Keep} the adverb.
"Better than {the original|my version}.

@children ✏️ whyisit.example children questions
.Asked {in class|at breakfast|from the back seat} today: {do fish get thirsty?|who was the first teacher's teacher?|is the wind the same wind as yesterday?|where does the dark go?}
.A pupil drew {God|the headmaster|infinity} as {a bus|somebody carrying bags|a very long dog}. {Full marks|It hangs in the staff room}.
.The class has {adopted|elected|buried with honours} a {snail|pine cone|broken umbrella}. Its name is {Kevin|Doctor Green|$day}.
.My daughter, {four|five|six}: "{I am not tired, my eyes are|You can have the small half|I forgot it before I knew it}."
.Homework excuse of the week: {it was too quiet|the river took it|it is finished but shy}.
.$num children, one {drum|puddle|goat}. {There was a rota|The goat left satisfied}.
.Explained {gravity|money|Monday} to {year two|twins}. {They have objections|They suggested improvements}.
.Parents' evening: {the chairs|the questions} are {very small|unexpectedly large}. {I stood|We talked about frogs}.
.A boy asked if {zero is lonely|maps can be wrong on purpose|bread has bones}. {I said I would find out|We spent the lesson on it}.
+I {wrote|had} no answer {down|ready}.
+The {guinea pig|caretaker} {agrees|was consulted}.
+There was {glitter|silence}.
?What do you answer to "{why is it called Tuesday|how long is a while|what is the sea for}"?
="{Ask|Go and ask} your {uncle|grandmother}." Works until {seven|nine}.
=The truth, {in small pieces|then a biscuit}.
=What do {you|they} think? {Buys|Wins} an hour.
!And what did you {say|answer}?
!{Promote|Elect} that child.
!Mine asked {the bus driver|a judge} the same.
!This should be {taught|on the curriculum}.
"The {best|only} question {of the week|in this meeting}.
`;
