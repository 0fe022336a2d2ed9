/** What several lessons say alike of a call that missed. */
import type { Call, Evidence, Facts } from './facts.ts';
import type { Fact, Miss } from './lesson.ts';

export type Told = Pick<Miss, 'headline' | 'wanted' | 'act'> & Partial<Pick<Miss, 'seen' | 'because'>>;

/** A miss that is read from a call: it says what was answered, and why, where it is told nothing else. */
export const missBy = (call: Call, told: Told): Miss => ({
  seen: seenOf(call),
  because: call.because,
  sequence: call.exchange.sequence,
  ...told,
});

/** A miss in what no call shows. */
export const missIn = (told: Omit<Miss, 'sequence'>): Miss => ({ sequence: null, ...told });

/** A fact of what the person writes down in the step. */
interface WrittenDown extends Pick<Fact, 'text'> {
  /** Said of the text that is right. */
  readonly told: string;
  readonly isRight: (text: string) => boolean;
  /** Of the latest text, which is not right. */
  readonly missed: (text: string, facts: Facts) => Omit<Miss, 'sequence'>;
}

export const writtenDown = ({ text, told, isRight, missed }: WrittenDown): Fact => ({
  text,
  met(facts) {
    const line = facts.written.find((each) => isRight(each.text));
    return line ? { at: line.at, sequence: null, told } : null;
  },
  missed(facts) {
    const line = facts.written.at(-1);
    return line ? missIn(missed(line.text.trim(), facts)) : null;
  },
});

/** A text as one line of a miss can hold it. */
export const inBrief = (said: string): string => (said.length > 60 ? `${said.slice(0, 59)}…` : said);

/** “403 for POST /2/posts”. */
export const seenOf = (call: Call, what = ''): string =>
  `${call.status === 0 ? 'no answer' : call.status} for ${call.exchange.request.method} ${call.path}${what && `, ${what}`}`;

/** What holds since before the step: nothing in it shows it. */
export const sinceBefore = (told: string): Evidence => ({ at: -1, told, sequence: null });

/** As the portal calls it; “an unknown App” for a call that did not say which. */
export const appOf = ({ exchange: { appId } }: Call, { platform }: Facts): string =>
  platform.portal.apps().find(({ id }) => id === appId)?.name ?? 'an unknown App';

/** “@jonas_berg”; “nobody” for a call of no user. */
export function userOf({ exchange: { userId } }: Call, { platform }: Facts): string {
  const user = platform.portal.users().find(({ id }) => id === userId);
  return user ? `@${user.username}` : 'nobody';
}
