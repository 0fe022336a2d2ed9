/** Private conversations, and who takes part in them. */
import { atLeast, itemAt } from '../../checked/known.ts';
import { conversationIdOf, openGroup, say } from '../../social/conversations.ts';
import { lines } from './people.ts';
import { hour } from './town.ts';
import type { Town } from './town.ts';

/** The participants by number; how many hours ago it began; then what they say, each after the number of the speaker. */
const conversations = `
0 2|60|0 Sheet 7 is on the wall. Visitors ask about crane nine.|2 Crane nine is shy. Tell them the tide.|0 I shall read it aloud to them.|2 Then slowly, please. It has many vowels.
0 3|31|3 Your 429 page made me laugh at 2 a.m.|0 It was not meant to be funny.|3 That is why.|0 Which window?|3 The fifteen-minute one. I waited. I made soup.
0 4|9|4 The 8 o'clock leaves at 8 tomorrow. I thought you should hear it from me.|0 I had planned on quarter past.|4 Everybody has.
0 18|120|0 Is there a kinder word for "refused"?|18 In Arabic, several. In an API, no.|0 "Not today"?|18 Too hopeful.
0 38|26|38 A reader says her timeline was read in the wrong order.|0 Newest first or kindest first?|38 She would like kindest.|0 So would I. Ask for the id.
1 21|90|21 I have forty kilos of rye and a broken scale.|1 I have a scale and a bicycle.|21 Thursday, six, back door.
3 14|75|14 Base string attached. Spot the difference.|3 Between what and what?|14 Between yours and the one that works.|3 Ah. The second ampersand.|14 The second ampersand.
5 28|200|28 The press ate a bearing.|5 Size?|28 Like a plum, but angry.|5 Bring it on Thursday. And cake.
7 33|150|33 Milan is flooded, your train goes by Chur.|7 With the dining car?|33 With a trolley.|7 I will survive. Barely.
9 29|44|9 Lane 14 changed names again.|29 I waved at the mayor about it.|9 Did it help?|29 He waved back.
13 30|18|13 We lack one soprano and a piano leg.|30 I know a soprano.|13 And the leg?|30 Also her.
2 10|300|2 この看板、見た?|10 見た。「さ」が笑っている。|2 写真を送って。地図に載せる。
0 2 3|52|0 Coffee on Friday, all three, no laptops?|3 Define laptop.|2 I will bring paper.|3 Define paper.
16 4 36|12|16 I need eight seconds of the harbour at night.|4 Before or after the dredger?|36 After. Before, it is only gulls.|16 I will take both.
`;

/** Messages are never later than now, and seldom answered at once. */
export function writeMessages(town: Town): void {
  const { people, random, state, write, now } = town;
  for (const line of lines(conversations)) {
    const [numbers, ago, ...said] = atLeast(line.split('|'), 2);
    const ids = numbers.split(' ').map((number) => itemAt(people, Number(number)).id);
    let at = now - Number(ago) * hour;
    const view = {
      tables: state.tables,
      random,
      now: () => now,
      nextId: (moment: number) => town.idAt(moment, 'dm_events'),
    };
    const writing = () => ({ state: view as typeof state, write, at });
    const [one, other, ...more] = atLeast(ids, 2);
    const id = conversationIdOf(one, other);
    const conversation =
      more.length > 0
        ? openGroup(one, [other, ...more], writing())
        : (state.tables.dm_conversations.get(id) ??
          write.dm_conversations.insert({ id, participant_ids: id.split('-') }));
    for (const text of said) {
      at = town.between(at + 1, Math.min(at + hour, now));
      const space = text.indexOf(' ');
      say(text.slice(space + 1), conversation, itemAt(people, Number(text.slice(0, space))).id, writing());
    }
    town.rewind();
  }
}
