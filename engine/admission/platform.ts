/**
 * The state of the platform as a whole: clock, random generator, notices, answers of the portal, and the log with its
 * counters.
 */
import type { AbuseRow } from '../limits/abuse.ts';
import type { WindowRow } from '../limits/windows.ts';
import type { NonceRow } from '../auth/nonces.ts';
import { isThrown } from '../http/send-result.ts';
import type { ExchangeRow } from '../exchanges/log.ts';
import { answersKept } from '../portal/once.ts';
import type { NoticeRow, PlatformRow, PortalAnswerRow } from '../state/tables/platform.ts';
import { jumpsKept } from '../time/platform-clock.ts';
import { demand, firstOf, made, typed } from './door.ts';
import type { Admission } from './door.ts';
import { atMost, email, line, moment, prose } from './values.ts';

/** How far a running clock may be from the real one, in ms: the sum of the longest jumps. */
const farthest = 200 * 366 * 86_400_000;

export const platform: Admission<PlatformRow> = {
  doors: {
    id: typed,
    seed: made(prose(1000)),
    random: made((words) => (words.some((word) => word !== 0) ? null : 'are dice that always fall the same')),
    last_id: typed,
    clock: made((clock) =>
      clock.mode === 'frozen'
        ? (moment.objection?.(clock.at) ?? null)
        : Math.abs(clock.offset) <= farthest
          ? null
          : 'is more than 200 years off',
    ),
    jumps: made((jumps) =>
      jumps.length <= jumpsKept && jumps.every(({ id }) => id.length <= 200)
        ? null
        : `are more than ${jumpsKept}`,
    ),
    abuse_enabled: typed,
    populations_due: typed,
  },
};

export const notices: Admission<NoticeRow> = {
  doors: {
    id: typed,
    user_id: typed,
    email: made(email),
    at: moment,
    subject: made(line(200)),
    text: made(prose(2000)),
  },
};

const longestAnswer = 200_000;

export const portal_answers: Admission<PortalAnswerRow> = {
  doors: {
    id: made(line(200)),
    number: typed,
    answer: made((answer) =>
      JSON.stringify(answer).length <= longestAnswer ? null : `has more than ${longestAnswer} characters`,
    ),
  },
  among: (_, { portal_answers }) =>
    demand(portal_answers.size <= answersKept, 'id', `is one of more than ${answersKept} answers`),
};

export const windows: Admission<WindowRow> = {
  doors: {
    id: typed,
    endpoint_id: made(line(100)),
    scope: typed,
    principal: made(line(1000)),
    started_at: moment,
    window_seconds: atMost(86_400),
    count: typed,
  },
  row: ({ id, endpoint_id, scope, principal }) =>
    demand(id === `${endpoint_id} ${scope} ${principal}`, 'id', 'is not its endpoint, scope and principal'),
};

/** A URL or header has at most 8 KB (choice: sizes). */
const longest = 20_000;

export const nonces: Admission<NonceRow> = {
  doors: { id: made(prose(longest)), timestamp: typed, request_id: made(prose(longest)) },
  row: ({ id, timestamp }) =>
    demand(id.startsWith(`${timestamp} `), 'id', `does not begin with ${timestamp}`),
};

export const abuse: Admission<AbuseRow> = {
  doors: { app_id: typed, started_at: moment, refused: typed, silenced: typed },
};

/** The log keeps requests and responses exactly as they were sent, so no rule applies to them. */
export const exchanges: Admission<ExchangeRow> = {
  doors: {
    id: typed,
    sequence: typed,
    at: moment,
    durationMs: typed,
    direction: typed,
    endpointId: typed,
    appId: typed,
    userId: typed,
    request: typed,
    outcome: typed,
    thrown: made((thrown) => (isThrown(thrown) ? null : 'is not what a program threw')),
    trace: typed,
    windows: typed,
  },
  row: ({ durationMs }) => firstOf(demand(durationMs >= 0, 'durationMs', 'is less than 0')),
};
