/**
 * What people talk about. A topic begins with `@name sign site tags…`. Then, one per line: `.` is a statement, `+`
 * adds to it, `?` asks and the `=` lines below answer, `!` reacts, `>` is a reply of the first author, `~` one of the
 * person who asked, and `"` comments on a quoted post. `{a|b}` is one of the options; `$day`, `$num` and `$big` are
 * filled in (speech.ts).
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

/** The lists are decks: drawing from them changes their order. */
export interface Topic {
  readonly name: string;
  readonly sign: string;
  readonly site: string;
  readonly tags: readonly string[];
  readonly said: Record<Mark, string[]>;
  readonly questions: Question[];
}

/** New decks by name; `any` fits every topic. */
export function readTopics(): Map<string, Topic> {
  const topics = new Map<string, Topic>();
  let topic: Topic | undefined;
  for (const line of lines(kitchen + roads + quay + words + elsewhere)) {
    const text = line.slice(1);
    if (line.startsWith('@')) {
      // `any` has only a name: no post is about it, so it needs no sign.
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
