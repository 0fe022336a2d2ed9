/** What a scenario file leaves out, in words: the tables that have no list in it. */
import { keysOf } from '../checked/is.ts';
import { recordOf } from '../checked/known.ts';
import type { Row } from '../state/store/table.ts';

/** Singular and plural. */
const words = {
  activity_events: ['event of a webhook', 'events of webhooks'],
  outbox: ['waiting call to the outside', 'waiting calls to the outside'],
  feed_runs: ['run of a feed', 'runs of feeds'],
  notices: ['e-mail', 'e-mails'],
  request_tokens: ['request token', 'request tokens'],
  authorization_codes: ['authorization code', 'authorization codes'],
  sessions: ['session of a browser', 'sessions of browsers'],
} as const;

/** `calls`: the number of calls in the log. Gives "3 e-mails" and so on. */
export function leftOut(rows: Readonly<Record<string, readonly Row[]>>, calls: number): readonly string[] {
  const counted = keysOf(words).map((table) => said(rows[table]?.length ?? 0, words[table]));
  return [said(calls, ['call in the log', 'calls in the log']), ...counted].filter((each) => each !== null);
}

/** The same without what another world has too. */
export function leftBeyond(
  rows: Readonly<Record<string, readonly Row[]>>,
  other: Readonly<Record<string, readonly Row[]>>,
  calls: number,
): readonly string[] {
  const more = recordOf(keysOf(words), (table) => (rows[table] ?? []).slice(other[table]?.length ?? 0));
  return leftOut(more, calls);
}

const said = (count: number, [one, several]: readonly [string, string]): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? one : several}`;
