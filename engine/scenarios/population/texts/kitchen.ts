/** Bread, gardens, birds, and what can be mended. The form of these texts is said in topics.ts. */
export const kitchen = `
@bread 🍞 crumb.example bread sourdough baking
.The {rye|spelt|country loaf|potato bread} came out {flat as a hat|taller than the oven door|with a cave in the middle|better than it deserved}.
.Bread no. $big of this year. {The crust sings, the crumb mumbles|Edible on all sides|My neighbour calls it architecture|The cat guards it}.
.My starter is called {Gerald|Aunt Agda|the tenant|Little Tide} and has outlived {two ovens|three landlords|one engagement|every plan I made}.
.Forgot the salt{ again||, with confidence}. The {ducks|chickens|in-laws} were {polite about it|delighted|seen to leave}.
.{Slept|Read a novel|Argued about commas} through the timer. We now own a {very dark|well-defended|ceremonial} loaf.
.A recipe that says "{until done|a warm place|flour as needed|knead until happy}" was written by somebody who {trusted people|had already eaten|never sold bread}.
.Half of the queue at the {mill|corner|harbour} bakery is bakers. They {look away|nod|buy the burnt ones}.
.Weighed the flour in {ounces|tea cups|hope}. The dough {noticed|forgave me|took it personally}.
.Taught {my father|a colleague|two students|the twins} to fold dough: $num folds, {no questions|one blister|a long talk about hydration}.
.Sourdough, attempt {five|nine|twelve}: {it moved|it smells of pears|we have bubbles|it left the bowl by itself}.
.Whoever invented {sliced|toasted|braided} bread had {time on their hands|guests|a point}.
.The oven is {ten|twenty|forty} degrees off and has been for years. The bread {knew|compensated|says nothing}.
+Butter will {cover|explain|forgive} it.
+Next attempt on $day.
+There is enough for {everybody|the whole stairwell|whoever rings first}.
+Notes were taken, mostly {in dough|on my sleeve|by smell}.
?How long do you let a {rye|wheat|spelt} dough rest in {winter|a cold kitchen}?
=Until I {remember it|need the bowl|stop worrying}.
=Overnight, {on the stairs|by the window|in a parked car}.
=Longer than I want, shorter than the book says.
?Who has a use for {a kilo|two jars|a bucket} of spare starter?
=Pancakes. {Always|Forgive me, but} pancakes.
=Crackers with {caraway|sesame}, {nine|eleven} minutes.
=My compost says {yes|thank you}.
!How much water? {Asking for a dough|Asking for a puddle}.
!My {oven|grandmother|flour} would like a word with your {oven|flour|thermometer}.
!Slices or it did not rise.
!Still better than what I scraped off the stone on $day.
"The only {news|forecast} I read before {breakfast|noon}.

@garden 🌱 plot14.example gardening allotment
.The {beans|leeks|sweet peas} are up. So are the {slugs|pigeons|neighbours}.
.Planted $big {bulbs|onions|garlic cloves} in a straight line. {Straight is a feeling|The line disagrees|From above it may look like one}.
.Somebody left {a courgette|three marrows|a bag of pears} at my door {and ran|without a note|again}.
.The {shears|watering can|good trowel} has not been seen since $day. I {blame|suspect} the {ivy|hedgehog|shed}.
.My {tomatoes|figs|lemons} are {green|green and considering it|the size of a good excuse}.
.Gardening is {kneeling|carrying water|moving stones} until somebody {calls you in|brings tea|says it looks the same}.
.Dug up {a spoon|a doll's arm|a tram ticket|half a plate} from {1931|before the war|some earlier optimist}.
.The frost took the {basil|dahlias|chillies} on $day. {They had a good run|I was told, and told again|The rosemary did not look up}.
.Pruned the {apple|quince|pear} tree until it looked {surprised|like an argument|younger than me}.
.The seed packet promises $num metres. The packet {has not met my soil|is an optimist|lives somewhere else}.
+{Rain|Compost|Time} will fix it.
+I {regret|planted} nothing{| in that corner}.
+The {robin|hedgehog} supervised.
?What grows in {full shade|clay|a bucket on a balcony} and {forgives|does not sulk}?
=Mint. You will {regret it|never be alone}.
=Ferns. Nobody {asks|thanks} a fern.
=Rhubarb, {if you can wait|to everybody's surprise}.
!What do you {feed|tell} them?
!Mine look {like that too|worse}, and I {talk to|water} them.
!Slugs read this {as a menu|too, you know}.
!Keep me {a cutting|some seeds}, please.
"A whole {season|philosophy} in {one line|a flowerpot}.

@birds 🐦 ledger-of-birds.example birds
.Counted $big {oystercatchers|starlings|geese|swifts}. Then they moved, so {about|let us say} $big.
.A {heron|gull|crow} has {learned to open|taken possession of} the {bin|bread box|ferry's lost-and-found}.
.The {wren|robin|blackbird} outside weighs {nine grams|less than a letter} and has opinions {from four o'clock|about the cat|all year}.
.First {swallow|lapwing|cuckoo} of the year, seen by {three people|a dog and me|everyone but the expert}.
.My field notes from $day say only "{brown|small, brown|not a duck}".
.Bought {better|lighter|second-hand} binoculars. The birds are now {further away|sharper and gone|just as unimpressed}.
.The {owl|jackdaw|kestrel} in the {church tower|plane tree|crane} is back. {Rent unpaid|Same hours|It brought somebody}.
.An app says this song is a {chiffchaff|warbler|serin}. The bird says {otherwise|nothing further}.
+The dog was {no help|very helpful}.
+{Two|Three} of us {whispered|argued quietly} for an hour.
+It went into the ledger{| with a question mark}.
?What is {brown|grey}, {bobs|hops} and lives under {bridges|the pier}?
=A {dipper|wagtail}. Or a {fisherman|student}.
=Did it look {annoyed|busy}? Then {dipper|wagtail}.
=In {poor|that} light, everything.
!Which {direction|tree}? Asking for {a friend with a lens|the club}.
!Ours {stole a sandwich|sat on the mayor|left} on $day.
!Gulls are {planning something|just colleagues}.
"For the {ledger|birds}.

@repair 🔧 fixit-table.example repaircafe mended
.Repair café on $day: $num toasters, {two lamps|one accordion|a music box}, {no deaths|one proposal|cake}.
.Fixed a {kettle|mixer|bicycle lamp} with {a paper clip|a part from another kettle|patience and swearing}. It now {hums|leans|works better than mine}.
.It was the {fuse|cable|plug}. It is always the {fuse|cable|plug}, except {when you check it first|on $days}.
.Opened a {radio|clock|vacuum cleaner} from {1958|1971|1984}. Inside: {a coin|a pressed flower|a note from the last person who tried}.
.The {screw|spring|washer} that was left over belongs to {the universe|somebody else's problem|a better future}.
.A {lady|boy|retired judge} brought $num umbrellas. {All of them hers|None of them hers|We talked until it stopped raining}.
.Glue needs {twenty-four hours|pressure|a dry day}. So {do I|does everybody}.
.The manual says there are no user-serviceable parts. {I found nine|The manual underestimates Margit|We took it as an invitation}.
.Sewed on {a button|$num buttons|a patch} at the {ferry terminal|staff meeting|opera}. {Nobody|Only a child} asked.
+The owner {cried|clapped|had already bought another}.
+It {cost|took} {forty cents|an hour} and {a biscuit|two opinions}.
+Left-handed screws are a {practical joke|test of character}.
?Has anybody got a {belt|knob|drive wheel} for a {tape deck|turntable|1980s mixer}?
=In a drawer, {under|behind} the other drawers.
=A {rubber band|bottle cap}, until $day at least.
=Ask {Margit|the man at the flea market}. {She|He} has {two|six}.
!Did you check the {fuse|plug}?
!What {colour|size} was the screw? I may {have|be missing} it.
!I have {the same one|three of them}, {broken the same way|all dead}.
!{Warranty|Dignity} void, {lamp|honour} restored.
"{Fix|Mend} first, {ask|read} later.
`;
