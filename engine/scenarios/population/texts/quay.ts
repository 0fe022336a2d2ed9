/** The waterfront: harbour, weather, radio, choir. The form of these texts is said in topics.ts. */
export const quay = `
@harbour ⚓ quayside.example harbour tide
.The {11|8|6} o'clock ferry left the harbour {at quarter past|on time and startled everyone|twice}.
.Crane {four|seven|nine} {turned|bowed|creaked} at {dawn|the tide|a yacht}. {Force of habit|The harbour master took it well|It likes an audience}.
.High water at {5:40|14:12|19:25}. {The steps know|Move the bicycles|Boots advised}.
.A {trawler|tall ship|survey vessel} from {Vigo|Tromsø|Busan|Durban} is in the harbour with {$num cats|a piano|one very tired cook} aboard.
.The fog {ate|returned|misplaced} the {pier|lighthouse|fish market}{| again}. {The horn is doing the talking|We steer by smell}.
.Lost on the quay: {one glove, left|a trombone|an anchor, small|somebody's speech}. {Ask at the kiosk|The gulls deny it}.
.The harbour office has a new {form|stamp|door} for {objects adrift|visiting seals|complaints about the horn}.
.Painted the {bollards|lifeboat|gangway} {yellow|a responsible red}. {It is not dry|Everybody has tested it}.
.They {weighed|renamed|sold} the {old tug|pilot boat|dredger}. {She is heavier than the papers say|Half the quay came to look|The new name is harder to spell}.
.$big boats in the harbour, {one of them moving|all facing the wind|none of them ready}.
.Old {Halvard|Captain Ruiz|Mrs Imai} says the {herring|mackerel|wind} {will turn|is late|has changed its mind} on $day.
+The {gulls|tides} keep the {minutes|books}.
+{Nobody|The pilot} {waved|slept}.
+You could hear it from {the bakery|the hill}.
?What was that {horn|light|smell} in the harbour {at five|after midnight}?
=The {cruise ship|dredger}. It is {apologising|new here}.
=Pier {two|six}. {Do not ask|It passes}.
=Halvard. He {bought it himself|has a birthday}.
!From {my window|the hill} it looked {smaller|intentional}.
!Was the {pilot|harbour master} {informed|awake}?
!Keep clear of {crane seven|the paint}.
!My {uncle|brother-in-law} is {on|under} that boat.
"Shipping news, {unabridged|as it should be}.

@weather 🌧️ barometer.example weather
.{Horizontal|Patient|Municipal} rain since {$day|breakfast|the invention of windows}. {The moss is thriving|Socks are a memory}.
.The forecast said {sunny spells|dry|a light breeze}. It did not say {for whom|which hour|in which country}.
.Four seasons {before lunch|since the bus stop|in one washing line}. {Winter won|I was dressed for none}.
.{Wind|Gusts} of {60|80|95} kilometres an hour. {The bins have left|My umbrella is in the next parish|The dog flew, briefly}.
.The barometer has {fallen|risen|stuck}. {So have expectations|I tapped it, as one must}.
.{Sun|Blue sky}. {Everyone is outside, suspicious|Colleagues have dental appointments|The town smells of sun cream and regret}.
.Snow {on the hills|in the pass|as far as the tram depot}. The {children|plumbers} know {before it falls|by the silence}.
.We measured $big millimetres in {the bucket|a wellington boot|the official gauge, which leaks}.
.Humidity {ninety|ninety-four|ninety-eight} percent. {My hair has its own postcode|The salt has surrendered|The piano is now a harmonium}.
+{Tea|Soup}, then.
+The {cat|ferry} declined.
+It will {pass|stay} until $day.
?Is {it|the wind} supposed to {sound like that|come from below}?
=Only on {$days|the north side}.
=That is the {chimney|roof|neighbour}.
=Close the other window{| too}.
!Here {too|the opposite}, and {sideways|on schedule}.
!Take {my|the} umbrella. What is left of it.
!Send some {here|south}, we are {dust|boiling}.
!My knee {said so|disagrees}.
"More {honest|use} than the {forecast|app}.

@radio 📻 longwave.example radio shortwave
.Late show tonight: {foghorns of three continents|an hour of door hinges|songs about bridges}. {Headphones, please|Requests by post|Last week somebody fell asleep and thanked us}.
.Picked up {Reykjavík|Dakar|a taxi in Porto|two fishermen} on {long wave|a coat hanger|the kitchen set}. {The weather there is fine|They were discussing soup}.
.The new {microphone|transmitter|jingle} makes everyone sound {like a bishop|well rested|closer than they are}.
.A listener wrote {by hand|in green ink|from a lighthouse} to correct {my Latin|the time signal|a song title from 2009}. {She is right|I read it on air}.
.Dead air for {eleven|six|nine} seconds. {Our best reviews yet|Somebody rang to ask for the title}.
.Interviewed {a bell founder|the last lamplighter|a professor of puddles}. {I asked one question|We ran over by $num minutes}.
.Soldered the {antenna|dial lamp|headphone jack}. Now it receives {everything but the news|Belgium|the fridge}.
.The {shipping forecast|time signal|hourly gong} was {one second|half a tone} {late|low}. {Nobody panicked|Three of us noticed}.
+Repeat on $day, {after the news|before dawn}.
+The {static|hum} was {lovely|the best part}.
+We {apologise|thank} the neighbours.
?Which frequency {is|was} the one with the {bells|numbers|whale}?
=Left of the {cricket|hum}, {after midnight|on $days}.
=It moves. {Follow|Mind} the crackle.
=Six {something|point two}, if it is {cold|dry}.
!Heard it {in the bath|under the blankets|on the tram}. {Missed my stop|The water went cold}.
!Is there a {recording|tape} of {that|the silence}?
!My radio {blushed|agreed}.
!Play {the foghorns|the hinge} again.
"Turn this {up|to the wall}.

@choir 🎶 altos.example choir singing
.Rehearsal: the {tenors|basses|sopranos} were {early|louder than written|lost in bar $big}. {So it was a quiet evening|We waited for them at the end}.
.$num altos, one {score|chair|pencil}. {The descant is optional|Democracy followed|It held}.
.Our conductor {broke another baton|says "again" in five languages|stopped and just listened}. {It was the radiator|We took it as praise}.
.Concert on $day in {the boat shed|St Olaf's|the old depot}. {The reverb is the eighth voice|Bring a coat|There will be plum cake}.
.{Bach|Rachmaninov|A lullaby}, page {two|six|eleven}: the {breath|comma} is where {I go wrong|the audience coughs|the whole thing lives}.
.Sang {at a wedding|for the lifeboat crew|in a stairwell}. {The bride joined in|They asked for a quieter one|It was mostly echo and joy}.
.Warm-up: {lip trills on the bus|humming in the lift|sirens in the car park}. {People moved seats|A dog moved in}.
.The accompanist plays {what we sing|what we should have sung|the silences too}. {Pay her more|Nobody told her about the repeat}.
.New {member|bass|page-turner}: {reads no music, hears everything|nineteen, terrified, in tune|a retired sea captain}.
+We ended {together|a semitone south}.
+Somebody {wept|sneezed on the fermata}.
+It still hums{| in the building}.
?Who took {the Fauré|my pencil|the green folder} home on $day?
=Not the {basses|altos}. We {never|only} take {chairs|biscuits}.
=It is on the piano, under {the coats|the cake}.
=I have it. I {needed|miss} it.
!Which {bar|verse}? We {stumble|breathe} there too.
!The {tenors|neighbours} will {deny|read} this.
!{Forte|Piano}, as written. Nobody reads it.
!Front row, {left|with tissues}.
"Sing {this|it} {twice|in thirds}.
`;
