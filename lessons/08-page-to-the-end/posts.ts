/** The posts of this lesson's people. */
import type { Learner } from '../format/learner.ts';

export const app = 'Northwind Reader';

interface Said {
  readonly at: string;
  readonly by: string;
  readonly text: string;
  /** About fog or rain at the harbour. */
  readonly isSought: boolean;
}

const said = (at: string, by: string, text: string, isSought = true): Said => ({ at, by, text, isSought });

const weather: readonly Said[] = [
  said('2026-02-28T23:30:00.000Z', 'mira_holm', 'Fog over the harbour, and the last ferry waits.'),
  said('2026-03-01T00:00:00.000Z', 'aiko_tan', 'Midnight rain on the harbour wall.'),
  said('2026-03-01T06:10:00.000Z', 'sam_ode', 'Fog in the harbour, and every crane is a ghost.'),
  said('2026-03-01T07:45:00.000Z', 'mira_holm', 'Fog on the mountain road. Drive slowly.', false),
  said('2026-03-01T12:00:00.000Z', 'aiko_tan', 'Sun over the harbour at last.', false),
  said('2026-03-01T18:20:00.000Z', 'sam_ode', 'The harbour smells of rope and rain.'),
  said('2026-03-01T23:59:59.500Z', 'mira_holm', 'Fog bell at the harbour, once every minute.'),
  said('2026-03-02T00:00:00.000Z', 'aiko_tan', 'Rain again in the harbour.'),
];

/** On the first of March in UTC. */
const isOfTheDay = ({ at }: Said): boolean => at >= '2026-03-01' && at < '2026-03-02';

const sought = weather.filter(({ isSought }) => isSought);
export const ofTheHarbour: ReadonlySet<string> = new Set(sought.map(({ text }) => text));
export const ofTheDay: ReadonlySet<string> = new Set(sought.filter(isOfTheDay).map(({ text }) => text));
/** Posted in the last second of the day. */
export const ofTheLastSecond = 'Fog bell at the harbour, once every minute.';

const answers = [
  'Bring a towel.',
  'Mine is still in the oven.',
  'Rye, with caraway.',
  'Forty minutes at 230 degrees.',
  'No, the other bicycle.',
  'Two spokes, both on the left.',
  'Thursday works.',
  'Before nine, if possible.',
  'I have a spare one.',
  'Take the tram.',
  'It was closed.',
  'Ask again tomorrow.',
  'Thank you!',
];
export const repliesOfJonas: ReadonlySet<string> = new Set(answers);

const news = [
  'New dough, same oven.',
  'A tailwind in both directions. It happens.',
  'The tram sings in B flat.',
];
/** By @jonas_berg, including his earlier posts, without replies. */
export const postsOfJonas = news.length + 3;

/** Creates all of them, and stops at the moment when the lesson begins. */
export async function arrange(learner: Learner): Promise<void> {
  const { clock } = learner.platform;
  const until = async (at: number) => learner.advance(at - clock.now());
  const post = async (by: string, text: string, reply?: string) => {
    const body = { text, ...(reply !== undefined && { reply: { in_reply_to_post_id: reply } }) };
    return (await learner.user(by, app).post('/2/posts', body)).json.data.id;
  };
  let last = '';
  for (const { at, by, text } of weather) {
    await until(Date.parse(at));
    last = await post(by, text);
  }
  for (const text of answers) {
    await learner.advance(60_000);
    await post('jonas_berg', text, last);
  }
  for (const text of news) {
    await learner.advance(60_000);
    await post('jonas_berg', text);
  }
  await until(Date.parse('2026-03-02T09:00:00Z'));
}
