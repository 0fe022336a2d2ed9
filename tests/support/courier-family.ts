/**
 * A family that calls the outside: the outbox delivers events that a client posts, with each receiver as a key. Settled
 * events are counted in the table of notices: the subject is the receiver, the text the count.
 */
import { endpoint, json } from '../../engine/declaration/endpoint.ts';
import { familyOf } from '../../engine/declaration/family.ts';
import { v2 } from '../../engine/spec/apis.ts';
import { integer, listOf, object, openObject, optional, string } from '../../engine/spec/fields.ts';
import { limits } from '../../engine/spec/limits.ts';
import { families, text, utf8 } from '../../engine/inside.ts';
import type { Effect, HttpRequest, JobHandler, Platform, SendResult, Snapshot } from '../../engine/inside.ts';
import type { Write } from '../../engine/state/state.ts';

export type Event = {
  readonly text: string;
  /** How many more events its settlement sends, each from the previous one. */
  readonly chain: number;
};

/** choice: delivery */
const retries = [1000, 5000, 30_000, 300_000];
export const person = '2244994945';

const limitsOfCall = { timeoutMs: 10_000, maxBytes: 1000, appId: '26001' };
const callTo = (receiver: string, body: string, id = ''): HttpRequest => ({
  method: 'POST',
  url: `https://${receiver}.example/`,
  headers: [['x-id', id]],
  body: utf8(body),
});

function count(
  write: Write,
  platform: { tables: Parameters<Effect['call']>[1]['tables'] },
  id: string,
  subject: string,
) {
  const before = platform.tables.notices.get(id);
  const text = String(Number(before?.text ?? '0') + 1);
  write.notices.put({ id, user_id: person, email: 'mira@example', at: 0, subject, text });
}

export const deliver: Effect<Event> = {
  call: ({ id, key, data }) => {
    if (data.text === 'no call') throw new Error('there is nothing to send');
    return { request: callTo(key, data.text, id), ...limitsOfCall };
  },
  settle: ({ id, key, data, attempts }, { result }, write, platform) => {
    if (data.text === 'a fault') throw new Error('by accident');
    const wait = retries[attempts];
    const isDone = !('kind' in result) && result.status === 200;
    if (!isDone && wait !== undefined) return platform.state.now() + wait;
    count(write, platform, id, isDone ? key : `${key} set aside`);
    if (data.chain > 0)
      platform.outbox.enqueue(write, {
        effect: 'deliver',
        key,
        data: { text: `${data.text}+`, chain: data.chain - 1 },
      });
    return null;
  },
};

/** Puts as many events in the outbox as planned. */
const burst: JobHandler<{ readonly receiver: string; readonly texts: readonly string[] }> = {
  run: ({ data }, write, { outbox }) => {
    for (const text of data.texts)
      outbox.enqueue(write, { effect: 'deliver', key: data.receiver, data: { text, chain: 0 } });
  },
};

const hourly: JobHandler = {
  run: ({ now }, write, { outbox }) =>
    void outbox.enqueue(write, {
      effect: 'deliver',
      key: 'hourly',
      data: { text: String(now), chain: 0 },
      alone: true,
    }),
};

const common = {
  api: v2,
  method: 'POST',
  section: '4.3',
  summary: '',
  auth: ['app'],
  limits: limits('1000000 A'),
  choices: [],
  refuses: ['invalidRequest'],
  example: {},
  answers: { 200: json(openObject({})) },
} as const;

const answer = (data: unknown) => ({ status: 200, body: { data } });

const endpoints = [
  endpoint({
    ...common,
    id: 'sendEvents',
    path: '/2/test/events',
    body: object({ receiver: string(), texts: listOf(string()), chain: optional(integer()) }),
    handle: ({ body, transact }, { outbox }) =>
      answer(
        transact((write) =>
          body.texts.map((text) =>
            outbox.enqueue(write, {
              effect: 'deliver',
              key: body.receiver,
              data: { text, chain: body.chain ?? 0 },
            }),
          ),
        ),
      ),
  }),
  endpoint({
    ...common,
    id: 'cancelEvents',
    path: '/2/test/cancel',
    body: object({ receiver: string() }),
    handle: ({ body, transact }, { outbox }) =>
      answer(transact((write) => outbox.cancel(write, body.receiver))),
  }),
  endpoint({
    ...common,
    id: 'planBurst',
    path: '/2/test/plan',
    body: object({ receiver: string(), texts: listOf(string()), inMs: integer() }),
    handle: ({ body, now, transact }, { jobs }) =>
      answer(
        transact((write) =>
          jobs.plan(write, {
            name: 'burst',
            due: now + body.inMs,
            data: { receiver: body.receiver, texts: body.texts },
          }),
        ),
      ),
  }),
  endpoint({
    ...common,
    id: 'register',
    path: '/2/test/register',
    body: object({ receiver: string() }),
    /** Like the registration of a webhook: a change before the call, the call, and the same check after it. */
    handle: async ({ body: { receiver }, transact }, { tables, send }) => {
      const id = '1';
      transact((write) => void write.users.update(person, { location: `asked ${receiver}` }));
      return send({ request: callTo(receiver, 'check'), ...limitsOfCall }, ({ result }) => {
        if ('kind' in result) return answer({ failure: result });
        return transact((write) => {
          if (tables.notices.get(id)) return answer('taken meanwhile');
          write.notices.put({ id, user_id: person, email: '', at: 0, subject: receiver, text: 'registered' });
          return answer(text(result.body));
        });
      });
    },
  }),
];

/** How often its work was loaded, and whether loading fails. */
export const loading = { times: 0, fails: false };

export const courierFamily = familyOf('courier', 'Courier', endpoints, {
  jobs: [{ name: 'burst' }],
  effects: ['deliver'],
  load: () => {
    loading.times++;
    if (loading.fails) return Promise.reject(new Error('offline'));
    return Promise.resolve({
      jobs: { burst: burst },
      effects: { deliver: deliver },
    });
  },
});

export const hourlyFamily = familyOf('hourly', 'Hourly', [], {
  jobs: [{ name: 'hourly', everyMs: 3_600_000 }],
  effects: [],
  load: () => Promise.resolve({ jobs: { hourly }, effects: {} }),
});

export const withCourier = [...families, courierFamily];

export const ok = (body = 'ok'): SendResult => ({ status: 200, headers: [], body: utf8(body) });

/** The content of the request to a receiver: person, text and effect. */
export const readCall = ({ url, headers, body }: HttpRequest) => ({
  receiver: new URL(url).hostname.replace('.example', ''),
  text: text(body ?? new Uint8Array()),
  id: headers.find(([name]) => name === 'x-id')![1],
});

/** How often each effect was settled for a receiver, in the order of the outbox. */
export const settledOf = (source: Platform | Snapshot): Record<string, string[]> => {
  const { tables } = 'tables' in source ? source : source.snapshot();
  const all: Record<string, string[]> = {};
  for (const row of tables['notices'] as readonly { id: string; subject: string; text: string }[])
    if (/^\d+$/.test(row.text)) (all[row.subject] ??= []).push(`${row.id}: ${row.text}`);
  return all;
};
