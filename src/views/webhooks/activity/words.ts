import type { DeliveryAttempt, ReportedEvent } from '../../../../worker/api.ts';
import { thrownWords } from '../thrown/thrown-words.ts';

/** Why nothing was sent (choice: activity-held), or why there was no answer. */
const outcomes: Readonly<Record<string, string>> = {
  not_valid: 'the webhook was not valid',
  suspended: 'the App was suspended',
  no_secret: 'the App had no API secret',
  outbox_full: 'too many calls waited',
  dns: 'no such host',
  refused: 'connection refused',
  tls: 'TLS failed',
  timeout: 'no answer in 10 s',
  closed: 'connection closed',
  tooLarge: 'answer over 64 KB',
};

/** "500", "no answer in 10 s". */
export const outcomeWords = ({ outcome }: Pick<DeliveryAttempt, 'outcome'>): string =>
  typeof outcome === 'number' ? String(outcome) : (outcomes[outcome] ?? outcome);

/** "500 · cache is not defined · line 15". */
export const triedWords = (made: DeliveryAttempt): string =>
  made.thrown ? `${outcomeWords(made)} · ${thrownWords(made.thrown)}` : outcomeWords(made);

export const causeWords: Readonly<Record<DeliveryAttempt['cause'], string>> = {
  event: 'As it happened',
  retry: 'Tried again',
  redelivery: 'Delivered again by you',
  replay: 'Replayed by you',
  duplicate: 'Sent once more by you',
};

/** Who did what, as a sentence without its full stop. */
export function gistWords({ kind, gist: { did, by, to } }: ReportedEvent): string {
  const who = at(by);
  const whom = at(to);
  switch (did) {
    case 'message_create':
      return `${who} to ${to === null ? 'a group' : whom}`;
    case 'post':
      return to === null || to === by ? `${who} posted` : `${who} replied to ${whom}`;
    case 'delete':
      return `${who} deleted a post`;
    case 'like':
      return `${who} liked a post of ${to === by ? 'their own' : whom}`;
    case 'follow':
      return `${who} follows ${whom}`;
    case 'revoke':
      return `${who} took the App’s access back`;
    default:
      return kind === 'user_event' ? `${who}: ${did}` : `${who} ${past[did] ?? did} ${whom}`;
  }
}

const past: Readonly<Record<string, string>> = {
  unfollow: 'follows no more',
  block: 'blocked',
  unblock: 'unblocked',
  mute: 'muted',
  unmute: 'unmuted',
};

const at = (name: string | null): string => (name === null ? 'somebody' : `@${name}`);

/** "next", "2nd", "3rd": the place in the line. */
export function turnWords(before: number | null): string {
  if (before === null) return 'waits its turn';
  if (before <= 1) return 'waits, next in line';
  const end = before % 100 > 10 && before % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][before % 10] ?? 'th');
  return `waits, ${before}${end} in line`;
}
