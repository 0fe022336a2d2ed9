/**
 * What people talk about. A topic begins with `@name sign site tags…`; then one line each: `.` says something, `+` adds to
 * it, `?` asks and the `=` below it answer, `!` reacts, `>` is said by who began and `~` by who asked, `"` comments on a quoted post.
 * `{a|b}` is one of them, and `$day`, `$num`, `$big` are filled in (speech.ts).
 */
import { isOneOf } from '../../checked/is.ts';
import { known, lastOf } from '../../checked/known.ts';
import { lines } from './people.ts';
import { elsewhere } from './texts/elsewhere.ts';
import { kitchen } from './texts/kitchen.ts';
import { quay } from './texts/quay.ts';
import { roads } from './texts/roads.ts';
import { words } from './texts/words.ts';

export interface Question {
  readonly ask: string;
  readonly answers: string[];
}

const marks = ['.', '+', '!', '>', '~', '"'] as const;
type Mark = (typeof marks)[number];

/** Lists are decks: anyone who deals from them changes their order. */
export interface Topic {
  readonly name: string;
  readonly sign: string;
  readonly site: string;
  readonly tags: readonly string[];
  readonly said: Record<Mark, string[]>;
  readonly questions: Question[];
}

/** Fresh decks by name; `any` has what fits everywhere. */
export function readTopics(): Map<string, Topic> {
  const topics = new Map<string, Topic>();
  let topic: Topic | undefined;
  for (const line of lines(kitchen + roads + quay + words + elsewhere)) {
    const text = line.slice(1);
    if (line.startsWith('@')) {
      // `any` has a name alone: nobody writes about it, so nobody needs its sign.
      const [name = '', sign = '', site = '', ...tags] = text.split(' ');
      topic = {
        name,
        sign,
        site,
        tags,
        said: { '.': [], '+': [], '!': [], '>': [], '~': [], '"': [] },
        questions: [],
      };
      topics.set(name, topic);
      continue;
    }
    const { questions, said } = known(topic, 'topic before its lines');
    const mark = line.charAt(0);
    if (mark === '?') questions.push({ ask: text, answers: [] });
    else if (mark === '=') lastOf(questions).answers.push(text);
    else if (isOneOf(marks, mark)) said[mark].push(text);
  }
  return topics;
}
