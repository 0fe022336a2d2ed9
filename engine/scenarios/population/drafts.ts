/** What was said in four weeks, before it becomes posts: who, when, about what, to whom. */
import { atLeast, itemAt, valueOf } from '../../checked/known.ts';
import { areApart } from '../../social/visibility.ts';
import type { Person } from './people.ts';
import { lines } from './people.ts';
import { polls } from './texts/elsewhere.ts';
import { readTopics } from './topics.ts';
import type { Question, Topic } from './topics.ts';
import { day, hour } from './town.ts';
import type { Town } from './town.ts';
import { Voices } from './voice.ts';

export interface PostDraft {
  readonly at: number;
  readonly author: Person;
  readonly topic: Topic;
  readonly text: string;
  readonly reply?: PostDraft;
  readonly quote?: PostDraft;
  /** The options of its poll. */
  readonly poll?: readonly string[];
  readonly question?: Question;
  /** The share of those who could see it that like it: 0 to 1, usually low. */
  readonly appeal: number;
}

/** The number of posts, without reposts. */
const total = 2000;

/** Posts per hour of the local day, at most 9. */
const rhythm = '211112478656865567899743';

/** Sorted by time. */
export function draft(town: Town): PostDraft[] {
  const desk = new Desk(town);
  const begun = desk.threads().map((size) => ({ size, ...desk.moment() }));
  for (const { size, author, at } of begun.sort((one, other) => one.at - other.at)) {
    const root = desk.begin(author, at, size > 0);
    desk.talk(root, size);
  }
  return desk.drafts.sort((one, other) => one.at - other.at);
}

class Desk {
  readonly drafts: PostDraft[] = [];
  readonly #topics = readTopics();
  readonly #voices: Voices;
  /** The topics of each day. */
  readonly #hot: readonly (readonly Topic[])[];
  readonly #polls = lines(polls);
  /** Who said what. */
  readonly #own = new Set<string>();

  constructor(private readonly town: Town) {
    this.#voices = new Voices(town, valueOf(this.#topics, 'any'));
    const common = [...this.#topics.values()].filter(({ questions }) => questions.length > 0);
    this.#hot = Array.from({ length: 29 }, () => [town.pick(common), town.pick(common)]);
  }

  /** The number of replies to each post that begins a conversation. */
  threads(): number[] {
    const { random } = this.town;
    const threads: number[] = [];
    for (let left = total; left > 0;) {
      const luck = random.below(100);
      const size = Math.min(left - 1, luck < 8 ? 3 + random.below(6) : luck < 26 ? 1 + random.below(2) : 0);
      threads.push(size);
      left -= 1 + size;
    }
    return threads;
  }

  /** A user, at a moment when they are awake. */
  moment(): { author: Person; at: number } {
    const { town } = this;
    for (;;) {
      const author = town.pick(town.people);
      if (town.random.below(9) >= author.weight) continue;
      const at = town.between(town.now - 28 * day, town.now - hour / 6);
      const local = new Date(at + author.offset * hour);
      const most = local.getUTCDay() % 6 === 0 ? 12 : 9;
      if (town.random.below(most) < Number(rhythm[local.getUTCHours()])) return { author, at };
    }
  }

  /** A new post. If others will answer it, it is in a common language. */
  begin(author: Person, at: number, isAnswered: boolean): PostDraft {
    const { town } = this;
    const topic = this.#topicOf(author, at, isAnswered);
    const quote = town.chance(0.12) ? this.#toQuote(author, topic) : undefined;
    if (quote) return this.#add({ at, author, topic, quote, text: this.#voices.react(author, topic, '"') });
    const poll = town.chance(0.03) && this.#polls.findIndex((line) => line.startsWith(`${topic.name}|`));
    if (poll !== false && poll >= 0) {
      const [, text, ...options] = atLeast(itemAt(this.#polls.splice(poll, 1), 0).split('|'), 2);
      return this.#add({ at, author, topic, text, poll: options });
    }
    const question =
      topic.questions.length > 0 && town.chance(isAnswered ? 0.22 : 0.02)
        ? this.#voices.draw(author, topic.questions)
        : undefined;
    const text = this.#voices.fresh(() =>
      question
        ? this.#tag(this.#voices.say(author, question.ask), author, topic, at)
        : this.#dress(this.#voices.state(author, topic), author, topic, at),
    );
    return this.#add({ at, author, topic, text, ...(question && { question }) });
  }

  /** A conversation under a post: answers to its question, reactions to its statement, and a reply of its author. */
  talk(root: PostDraft, size: number): void {
    const { town } = this;
    const answers = [...(root.question?.answers ?? [])];
    let last = root;
    for (let count = 0; count < size; count++) {
      const isAuthor = last.author !== root.author && town.chance(0.4);
      const author = isAuthor ? root.author : this.#guest(root, last);
      const isAnswer = !isAuthor && answers.length > 0;
      const reply = isAuthor
        ? last
        : isAnswer || last.author === author || (!root.question && town.chance(0.6))
          ? root
          : last;
      const words = () =>
        isAuthor
          ? this.#voices.react(author, root.topic, root.question ? '~' : '>')
          : isAnswer
            ? this.#voices.say(author, itemAt(answers.splice(town.random.below(answers.length), 1), 0))
            : this.#voices.react(author, root.topic, '!');
      const text =
        reply.author === author || town.chance(0.15) ? words() : `@${reply.author.username} ${words()}`;
      const soon = last.at + town.pick([0.2, 0.8, 4]) * hour;
      const at = town.between(last.at + 1, Math.min(soon, town.now));
      last = this.#add({ at, author, topic: root.topic, text, reply });
    }
  }

  #add(said: Omit<PostDraft, 'appeal'>): PostDraft {
    const { author, topic } = said;
    // A user may not post the same text twice in a day; a repeated text gets a sign.
    let { text } = said;
    while (this.#own.has(`${author.id} ${text}`)) text += ` ${topic.sign}`;
    this.#own.add(`${author.id} ${text}`);
    const draft = { ...said, text, appeal: (this.town.random.uint32() / 2 ** 32) ** 3.5 };
    this.drafts.push(draft);
    return draft;
  }

  #hotAt(at: number): readonly Topic[] {
    return itemAt(this.#hot, Math.floor((at - this.town.now) / day) + 28);
  }

  #topicOf(author: Person, at: number, isAnswered: boolean): Topic {
    const { town } = this;
    const own = author.topics.map((name) => valueOf(this.#topics, name));
    const open = isAnswered ? own.filter(({ questions }) => questions.length > 0) : own;
    const topics = open.length > 0 ? open : own;
    const hot = this.#hotAt(at);
    const known = topics.filter((topic) => hot.includes(topic));
    if (known.length > 0 && town.chance(0.5)) return town.pick(known);
    // On some days everyone posts about the day's topic, except users who have only one topic.
    return own.length > 1 && town.chance(0.08) ? town.pick(hot) : town.pick(topics);
  }

  /** What another user said about it lately. */
  #toQuote(author: Person, topic: Topic): PostDraft | undefined {
    return this.drafts
      .slice(-150)
      .find(
        (draft) =>
          draft.topic === topic &&
          topic.said['"'].length > 0 &&
          draft.author !== author &&
          !draft.author.isProtected &&
          !draft.reply &&
          !draft.quote &&
          !draft.question &&
          !this.#areApart(draft.author, author) &&
          this.town.chance(0.5),
      );
  }

  /** Who answers next: a user who has the topic or follows the author; the author if there is none. */
  #guest({ author, topic }: PostDraft, last: PostDraft): Person {
    const { town } = this;
    const guests = town.people.filter(
      (guest) =>
        guest !== author &&
        guest !== last.author &&
        (town.follows(guest.id, author.id) || (!author.isProtected && guest.topics.includes(topic.name))) &&
        (!last.author.isProtected || town.follows(guest.id, last.author.id)) &&
        (!guest.isProtected || town.follows(author.id, guest.id)) &&
        !this.#areApart(guest, author) &&
        !this.#areApart(guest, last.author),
    );
    const versed = guests.filter((guest) => guest.topics.includes(topic.name));
    if (guests.length === 0) return author;
    return town.pick(versed.length > 0 && town.chance(0.7) ? versed : guests);
  }

  /** Adds details to a text: a user, a sign, an address, a tag. */
  #dress(text: string, author: Person, topic: Topic, at: number): string {
    const { town } = this;
    let dressed = text;
    const friend = town.pick(town.people);
    if (
      friend !== author &&
      friend.topics.includes(topic.name) &&
      town.chance(0.4) &&
      !this.#areApart(friend, author)
    )
      dressed += ` ${town.pick(['With', 'Thanks to', 'Blame', 'Ask'])} @${friend.username}.`;
    if (author.voice.includes('e') && town.chance(0.6)) dressed += ` ${topic.sign}`;
    if (town.chance(0.08))
      dressed += ` https://${topic.site}/${town.pick(['notes', 'log', 'p', 'seen'])}/${1 + town.random.below(999)}`;
    return this.#tag(dressed, author, topic, at);
  }

  #tag(text: string, author: Person, topic: Topic, at: number): string {
    const { town } = this;
    const tagged = author.voice.includes('t') ? 0.9 : this.#hotAt(at).includes(topic) ? 0.55 : 0.2;
    return town.chance(tagged) ? `${text} #${town.pick(topic.tags)}` : text;
  }

  #areApart(one: Person, other: Person): boolean {
    return areApart(one.id, other.id, this.town.state.tables);
  }
}
