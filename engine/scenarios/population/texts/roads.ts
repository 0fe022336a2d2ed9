/** What moves: bicycles, trains, football; and maps. The form of these texts is said in topics.ts. */
export const roads = `
@bicycle 🚲 slowwheel.example bicycle cycling
.$big kilometres, {most of them uphill|two cafés|one sheep, unmoved}.
.The {chain|saddle|front brake} {squeaks|complains} in {B flat|two languages|a way that turns heads}.
.Headwind {out|along the coast|on the dyke}, headwind {back|home}. {Physics should look into this|I have written to someone|The flags are in on it}.
.Patched the same tube for the {fourth|sixth|ninth} time. It is {mostly patch|an heirloom|a family member}.
.Overtaken by {a nun|a cargo bike with a piano|somebody's grandfather|two schoolchildren, talking}.
.New bell. {Pedestrians smile|It is louder than my courage|A goose answered}.
.Carried {a door|a cello|six chairs|a lemon tree} home by bicycle. {It fitted, in a sense|Only one roundabout was involved|I would not do it twice; I did it twice}.
.The new cycle lane is {lovely|wide|smooth} and {forty|sixty|ninety} metres long.
.Left the lights at {home|work}. Rode back {by moon|very politely|behind a bus}.
.Cleaned the drivetrain with {an old toothbrush|rage|half a bottle of citrus}. The bike {is lighter|does not thank one|looks embarrassed}.
+Legs: {present|in writing|tomorrow}.
+The {cake|coffee} at the {turn|top} was {worth it|closed}.
+{No|One} puncture, {no|one} regret.
?What tyres do you ride on {cobbles|wet leaves|gravel} without {praying|a dentist}?
=Wide ones, {soft|slowly}.
=I get off and {push|call it sightseeing}.
=Whatever {Bram|the shop} had left.
!{Downhill|Tailwind} counts double.
!How {heavy|long} was it, {honestly|with the bags}?
!I was the one {waving|in the ditch}.
!Chain oil{| first}, philosophy later.
"My knees {agree|object}, {reluctantly|in principle}.

@trains 🚆 sleeper-notes.example nighttrain railway
.Night train, {upper|middle} bunk. The man below {snores in stanzas|is eating an onion|has read me his whole novel}.
.Delay of $big minutes because of {a swan|leaves|an earlier delay|a missing driver, since found}.
.The {dining car|last compartment|buffet} has {soup|one lamp|$num chairs} and {a window full of lakes|better talk than most conferences|no clock}.
.Woke up in {Malmö|Ljubljana|Narbonne|Przemyśl}, which was {not the plan|nearly the plan|the plan, a day early}.
.The conductor {stamped|folded|admired} my ticket and said "{brave|again?|good luck}".
.Connection of {four|six|seven} minutes, {two platforms|one escalator, broken|a brass band in between}. {Made it|Made the next one|I have been in this waiting room before}.
.A timetable is a {poem|promise|novel} that rhymes {at stations|on weekdays|mostly at night}.
.Reserved {a window seat|the quiet coach}. {The window is a wall|The quiet is being discussed|A choir got in}.
.The old {diesel|railcar} to {the coast|the border} still {stops for anyone who waves|smells of 1974|waits for the schoolchildren}.
+Breakfast was {a roll and a view|handed through the door}.
+I would do it again, {and shall|with earplugs}.
+Nobody {got off|asked why}.
?Which night train {still has|lost} its {sleeping car|restaurant}?
=The {Warsaw|Lisbon|Zagreb} one, {on good days|since $day}.
=Ask at {counter four|the window}; the app {does not know|guesses}.
=None, officially. {Bring|Hide} a blanket.
!Which {side|bunk} for the {lakes|sea}?
!{Delays|Stations} build character. I have {a lot|enough}.
!The onion man! We have {met|shared a table}.
!Did {they|it} wait?
"Put this on the {departure board|ticket}.

@football ⚽ sundaymud.example football sundayleague
.{31st|58th|77th|89th} minute, {own goal|rain|a dog on the pitch}. {We regrouped around the dog|It was the better team|Applause from both sides}.
.We lost {seven to one|four nil|six two}, but the {one|oranges|second half} {was|were} ours.
.Our keeper is {a dentist|sixty-one|in love} and {saves|lets in} the {easy|impossible} ones.
.The referee {was right|forgot the cards|lost his whistle in the mud}. {Nobody will tell him|It will be discussed until spring}.
.Pitch {seven|two|nine} is under water. {The gulls have kicked off|We play across it|The captain calls it a plan}.
.Substituted after $num minutes, {on my own request|by my mother|for a man with both knees}.
.Sunday football: {eleven|nine|ten} against {twelve|ten|a shared hangover}.
.A header is a {decision|rumour|form of trust}. Mine went {to the car park|in|to their keeper, gently}.
.The {under-nines|over-fifties} train {before us|on $day} and have {better passing|the nicer balls|a chant}.
+The {oranges|pies} were {excellent|the highlight}.
+{Two|Three} points from {glory|relegation}.
+The ball is {still|also} in the {river|tree}.
?Who has {a net|$num bibs|a whistle} to {lend|spare} for $day?
=We do, if you {return|wash} it{| this time}.
=I have {two|one, chewed}.
=The school has, ask {before|after} nine.
!Was it {offside|the dog}?
!That was {never|always} a {foul|corner}.
!Your keeper owes {me|us} a {filling|pint}.
!I was there. It was {worse|better} in person.
"VAR would need {a chair|a week} for this.

@maps 🗺️ sheetindex.example maps cartography
.Found a {street|bridge|lake} that exists only on {my map|sheet $num|paper}. {I shall miss it|It stays|Somebody drew it to catch us}.
.North is {up by habit|eleven degrees to the left today|a matter of printing}.
.Relabelled $big {coves|stairs|footpaths}. {Three had no name until now|The locals use none of them|One is called That Way}.
.The {contour lines|depth figures|railway symbols} on sheet $num are {too proud|finally honest|a page of breathing}.
.A cartographer's joke: {here be parking|scale one to one|this way up}. {You had to be there|It folds badly}.
.Folded the {1:25,000|harbour sheet|tourist map} back {wrong|the way it came|on the third try}. {A career peak|My father would be proud}.
.Somebody asked {the shop|me|a policeman} for a map {without the hills|of the future|that agrees with the phone}.
.Walked the {boundary|old shoreline|line of the city wall} with a {1:10,000|compass|borrowed child}. It goes through {a bakery|somebody's bath|the bus station}.
.Blue for {water|cold|depth}, brown for {height|old money}, grey for what {nobody surveyed|was not there on the day}.
+Errata will {follow|be loved}.
+The {legend|index} {explains|forgives} everything.
+The ink is {drying|forgiving}.
?Does anybody know why {the lane behind the mill|this bay|stair 14} changes its name {halfway|at the bend}?
=Two {councils|brothers}, one {pencil|grudge}.
=The {signwriter|surveyor} went to lunch.
=It {does not|never did}; the sign is {upside down|from elsewhere}.
!Which {edition|sheet}? Mine {says otherwise|ends there}.
!My {grandfather|postman} called it something {else|unprintable}.
!Please keep the {mistake|old name}.
!Is there a {larger|waterproof} {print|scale}?
"Hang it {by the door|in every office}.
`;
