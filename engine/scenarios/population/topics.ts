/**
 * What people talk about. A topic begins with `@name sign site tags…`; then one line each: `.` says something, `+` adds to
 * it, `?` asks and the `=` below it answer, `!` reacts, `>` is said by who began and `~` by who asked, `"` comments on a quoted post.
 * `{a|b}` is one of them, and `$day`, `$num`, `$big` are filled in (speech.ts).
 */
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

type Mark = '.' | '+' | '!' | '>' | '~' | '"';

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
      const [name, sign, site, ...tags] = text.split(' ') as [string, string, string, ...string[]];
      topic = {
        name,
        sign,
        site,
        tags,
        said: { '.': [], '+': [], '!': [], '>': [], '~': [], '"': [] },
        questions: [],
      };
      topics.set(name, topic);
    } else if (line.startsWith('?')) topic!.questions.push({ ask: text, answers: [] });
    else if (line.startsWith('=')) topic!.questions.at(-1)!.answers.push(text);
    else if (line) topic!.said[line[0] as Mark].push(text);
  }
  return topics;
}
