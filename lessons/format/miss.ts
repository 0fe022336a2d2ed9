/** Texts that several lessons share for failed attempts. */
import type { Call, Evidence, Facts } from './facts.ts';
import type { Fact, Miss } from './lesson.ts';

export type Told = Pick<Miss, 'headline' | 'wanted' | 'act'> & Partial<Pick<Miss, 'seen' | 'because'>>;

/** A miss shown by a call: by default it gives the answer and the reason. */
export const missBy = (call: Call, told: Told): Miss => ({
  seen: seenOf(call),
  because: call.because,
  sequence: call.exchange.sequence,
  ...told,
});

/** A miss that no call shows. */
export const missIn = (told: Omit<Miss, 'sequence'>): Miss => ({ sequence: null, ...told });

/** A fact about a text that the person writes down in the step. */
interface WrittenDown extends Pick<Fact, 'text'> {
  /** Shown for a correct text. */
  readonly told: string;
  readonly isRight: (text: string) => boolean;
  /** The miss for the latest incorrect text. */
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

/** A text shortened for one line of a miss. */
export const inBrief = (said: string): string => (said.length > 60 ? `${said.slice(0, 59)}…` : said);

/** “403 for POST /2/posts”. */
export const seenOf = (call: Call, what = ''): string =>
  `${call.status === 0 ? 'no answer' : call.status} for ${call.exchange.request.method} ${call.path}${what && `, ${what}`}`;

/** For what was already true before the step: no event shows it. */
export const sinceBefore = (told: string): Evidence => ({ at: -1, told, sequence: null });

/** The name in the portal; “an unknown App” for a call that did not name one. */
export const appOf = ({ exchange: { appId } }: Call, { platform }: Facts): string =>
  (appId === null ? null : platform.portal.app(appId))?.name ?? 'an unknown App';

/** “@jonas_berg”; “nobody” for a call without a user. */
export function userOf({ exchange: { userId } }: Call, { platform }: Facts): string {
  const user = userId === null ? null : platform.portal.user(userId);
  return user ? `@${user.username}` : 'nobody';
}
