/** Other scripts, what fits every topic, polls, and the account that nobody asked for. The form is said in topics.ts. */
export const elsewhere = `
@ja 🍵 hama.example 日記
.{朝|夕方|休み}の港は{静か|にぎやか|霧の中}。{船|猫|カモメ}だけが{知っている|急いでいる|働いている}。
.今日の{パン|地図|文字}は{少し曲がった|思ったより重い|なかなか良い}。{それもいい|また明日|誰にも言わない}。
.{電車|自転車|傘}を{待つ|忘れる|直す}のが{上手|得意|仕事}になってきた。
.{雨|風|雪}の{音|匂い}で{目が覚めた|本を閉じた|道に迷った}。
.{図書館|喫茶店|坂の上}で{古い活字|海図|知らない花}を見つけた。

@ko 🌙 bam.example 일상
.{자막|번역|원고} {한 줄|두 줄}에 {하루|커피 세 잔|비 오는 오후}가 걸렸다.
.{버스|지하철|자전거}를 놓쳤다. {덕분에|그래도} {노을|달|벚꽃}을 봤다.
.{오늘|어제} {빵집|시장|강가}에서 들은 말: "{천천히 가도 돼|이건 덤이야|비가 오겠네}."
.{창밖|골목|옥상}의 {고양이|바람|소나기}가 나보다 {바쁘다|느긋하다}.

@ru 🐦 zapiski.example птицы
.{Чайка|Ворона|Цапля} украла {бутерброд|перчатку|моё внимание}. {Свидетелей нет|Я не в обиде}.
.{Дождь|Туман|Ветер} с {утра|понедельника}. {Чайник|Кот|Радио} работает за троих.
.Насчитала $big {скворцов|гусей|стрижей}, потом они {улетели|пересели}. Начну сначала.
.В {трамвае|библиотеке|очереди} читали вслух {стихи|расписание|рецепт}. {Все слушали|Проехали остановку}.

@el 🌿 avli.example κήπος
.{Η ντομάτα|Η λεμονιά|Ο βασιλικός} {μεγαλώνει|το σκέφτεται|με αγνοεί}. {Εγώ περιμένω|Έχουμε χρόνο}.
.{Το καράβι|Το λεωφορείο|Ο ταχυδρόμος} άργησε $big λεπτά. {Κανείς δεν παραπονέθηκε|Ήπιαμε καφέ}.
.{Ψωμί|Ελιές|Σύκα} από {τη γειτόνισσα|το χωριό}. {Χωρίς σημείωμα|Δεν ρωτάω}.

@ar 🕯️ hibr.example ترجمة
.{كلمة|جملة|قصيدة} واحدة اليوم، {والقهوة بردت|والمطر توقف|والباقي غدًا}.
.{القاموس|جدتي|سائق الحافلة} عنده {رأي آخر|كلمة أجمل}. {سأستعملها|لم أجادل}.
.في {المقهى|السوق|القطار} {ترجمت|سمعت|نسيت} {نكتة|مثلًا قديمًا|أغنية}.

@zh 🗺️ tuzhi.example 地图
.今天{画|改|找}了$big条{小路|台阶|河岸}。{有一条没有名字|有一条不存在|邻居都不同意}。
.{雨|雾|台风}{把船留下了|来得比天气预报早|停了}，{码头|市场|面包店}{很安静|更热闹了}。
.旧地图上的{桥|井|车站}还在{我的梦里|原处}，{只是|可惜}{换了颜色|没有人走}。

@raffles 🎁 quay-raffles.example winner
.Congratulations, {dear sailor|valued walker|you}! You have won {a crane|$big gulls|the tide}. {Act now|Collect in person}.
.{LAST|FINAL|ABSOLUTELY LAST} CHANCE: {half a lighthouse|a mystery anchor|three fogs} must go by $day.
.Our sponsor {is real|has a boat}. Would you like {to be a winner|a free bollard}?

@any
!{This|That} {made|improved} my {morning|bus ride|whole week|lunch break|queue at the post office}.
!I have {waited years for somebody to say it|read this twice and shall again|nothing to add, but wanted to be here|sent this to $num people}.
!{Reading|Saying} this aloud to {the whole kitchen|my office|the cat}. {Approval|One vote against}.
!{Same|Similar} here, {only worse|without the charm|every $day}.
!{Citation needed|Source: trust me}. But {yes|I want it to be true}.
!My {sister|boss|landlady} says the {same|opposite} and is {never wrong|called $num times a week}.
!{Please|Do} go on{| about this}.
!Then what happened?
!{Strongly|Quietly} {agreed|seconded}.
!I {needed|was not ready for|would have paid for} this {today|this week|at this hour}.
~{Thank you|Bless you|Of course}. {I shall try it|It works|It did not, but thank you|I should have asked sooner}.
~{Tried it|Done}. {The neighbours applaud|It looks promising|We shall see on $day}.
~That is what {my mother|everybody|the manual} said{, too|. I did not believe it}.
~{Really|Seriously|Every time}? {I had hoped for less|I shall write that down}.
~And if that {fails|breaks|does not help}?
~You have {saved|ruined} my {evening|plan|$day}. Thank you.
>{Noted|Fair|Granted}, {and thank you|with reservations|I shall sleep on it}.
>It gets {better|worse|longer}. I will {report|spare you}.
>{You|Everyone} should have been there.
>That is {exactly|more or less} what {she|my neighbour|the other one} said.
>{Come|Come by} on $day and {see|judge} for yourself.
>I tried. {It tried back|Twice|You do not want to know}.
>You are {invited|right, which is annoying|the first to ask}.
>{Next time|From now on} I shall {ask you|listen} first.
>{Not yet|Almost}. {Give it|Allow me} a {week|day}.
>Ha. {No|Yes|Only on $days}.
"{Framed|Printed|Underlined}, {twice|for the fridge|in pencil}.
"{Everything|All} I {know|believe} about {life|work|$days}, in one post.
"{Pass it on|Saving this|Reading this} {to the whole office|for winter|at my own funeral}.
"{Counter-point|Small addition}: {this|so} {is also true backwards|was it last year}.
"I {laughed|nodded} so hard that {the bus|the library|the meeting} {looked|went quiet}.
"{Needs|Deserves} a {plaque|bigger audience|second verse}.
"Somebody had to {say|write} it, {and they did|finally}.
"From the department of {small victories|things I wish I had said|necessary trifles}:
`;

/** Questions with a choice: a topic, the question, the options. */
export const polls = `
bread|Best part of a loaf?|Heel|Middle|The smell|Somebody else's
bicycle|When it rains I|Ride|Wait|Walk and complain
trains|Upper or lower bunk?|Upper|Middle|Lower|The corridor
oauth|First thing you check on a 401?|The clock|The secret|The docs|The mirror
type|One space or two after a full stop?|One|Two|It depends on the century
harbour|What should we call the new tug?|Patience|Margit|Second Wind|Tug
garden|This year the corner bed gets|Beans|Dahlias|Gravel|Another year
words|Hardest to translate?|Jokes|Food|Swearing|Small talk
choir|Who drags the tempo?|Basses|Tenors|The organ|We all do
weather|Coat today?|Yes|No|Two coats
football|Sunday kick-off at|Nine|Ten|After lunch
radio|Next late show?|Foghorns|Kettles|Lifts|Silence
`;
