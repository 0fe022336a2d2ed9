/** Jobs and the outbox: what each row must hold, so that none of them blocks the others. */
import { isOneOf } from '../checked/is.ts';
import { causes } from '../account-activity/attempts.ts';
import { retries } from '../account-activity/delivery.ts';
import { expiryName } from '../account-activity/ending.ts';
import { deliveryName } from '../account-activity/queue.ts';
import { clearJob, setJob } from '../catalog/jobs.ts';
import { stepName } from '../endpoints/v2/compliance/job.ts';
import { keepAliveMs, streamJob } from '../endpoints/v2/search/connections.ts';
import { dueName, hasEnded, lineOf, runName } from '../feeds/queue.ts';
import { mostRows } from '../outbox/queue.ts';
import { isObject } from '../state/store/snapshot.ts';
import type { RowFlaw } from '../state/store/spec.ts';
import type { Read } from '../state/state.ts';
import { clearPostJob, removedPostOf } from '../state/tables/removed-post.ts';
import type { JobRow, OutboxRow } from '../state/tables/work.ts';
import { checkName, queueOfChecks } from '../webhooks/check-names.ts';
import { checkEvery } from '../webhooks/checks.ts';
import { demand, firstOf, typed } from './door.ts';
import type { Admission } from './door.ts';
import { moment } from './values.ts';

const hour = 3_600_000;

/** A job about one thing: its data is the name of that thing, and its id is a prefix, a colon and the name. */
const about =
  (prefix: string, everyMs: number | null) =>
  ({ id, every_ms, data }: JobRow): RowFlaw | null =>
    firstOf(
      demand(every_ms === everyMs, 'every_ms', `is not ${String(everyMs)}`),
      demand(typeof data === 'string' && id === `${prefix}:${data}`, 'data', `is not what ${id} is about`),
    );

const everyHour = ({ id, name, every_ms, data }: JobRow): RowFlaw | null =>
  firstOf(
    demand(id === name, 'id', `is not ${name}`),
    demand(every_ms === hour, 'every_ms', `is not ${hour}`),
    demand(data === null, 'data', 'is not null'),
  );

/** The keep-alive job of all streams, or the job that ends one. */
const ofStreams = ({ id, every_ms, data }: JobRow): RowFlaw | null =>
  firstOf(
    demand(id === streamJob || id.startsWith(`${streamJob}:`), 'id', `does not begin with ${streamJob}`),
    demand(
      every_ms === (id === streamJob ? keepAliveMs : null),
      'every_ms',
      id === streamJob ? `is not ${keepAliveMs}` : 'is not null',
    ),
    demand(data === null, 'data', 'is not null'),
  );

const jobKinds: ReadonlyMap<string, (job: JobRow) => RowFlaw | null> = new Map([
  ['sweep', everyHour],
  [streamJob, ofStreams],
  [checkName, about('crc', checkEvery)],
  [expiryName, about(expiryName, null)],
  [clearJob, about(clearJob, null)],
  [clearPostJob, about(clearPostJob, null)],
  [setJob, about(setJob, null)],
  [dueName, about(dueName, null)],
  [stepName, about(stepName, null)],
]);

/**
 * Jobs that this release does not know are skipped, because they could block the rest. `others`: names of the jobs of a
 * host's own families.
 */
export const jobs = (others: ReadonlySet<string>): Admission<JobRow> => ({
  doors: { id: typed, name: typed, due: moment, every_ms: typed, data: typed },
  isIdle: ({ name }) => !jobKinds.has(name) && !others.has(name),
  row: (job) => jobKinds.get(job.name)?.(job) ?? null,
  among: (job, { posts }) =>
    demand(!posts.get(removedPostOf(job) ?? ''), 'data', 'names a post that is still there'),
});

interface EffectKind {
  readonly row: (row: OutboxRow) => RowFlaw | null;
  readonly among: (row: OutboxRow, tables: Read) => RowFlaw | null;
}

/** The text in a field of a row's data, or an empty text. */
function textIn({ data }: OutboxRow, field: string): string {
  const value = isObject(data) ? data[field] : undefined;
  return typeof value === 'string' ? value : '';
}

const hasFields = ({ data }: OutboxRow, ...fields: readonly string[]): boolean =>
  isObject(data) && Object.keys(data).sort().join() === fields.toSorted().join();

const delivery: EffectKind = {
  row: (row) =>
    firstOf(
      demand(row.attempts <= retries.length, 'attempts', `are more than ${retries.length}`),
      demand(
        hasFields(row, 'event', 'cause') &&
          textIn(row, 'event') !== '' &&
          isOneOf(causes, textIn(row, 'cause')),
        'data',
        'is not an event and its cause',
      ),
    ),
  among(row, { webhooks, activity_events }) {
    const event = activity_events.get(textIn(row, 'event'));
    return firstOf(
      demand(webhooks.get(row.key) !== undefined, 'key', 'is not the id of a webhook'),
      // The event may be gone: acknowledged events are removed first.
      demand(!event || event.webhook_id === row.key, 'data', 'is an event of another webhook'),
    );
  },
};

const isToken = (text: string): boolean => text !== '' && text.length <= 200 && text.isWellFormed();

const check: EffectKind = {
  row: (row) =>
    firstOf(
      demand(row.attempts === 0, 'attempts', 'are more than 0'),
      demand(
        hasFields(row, 'webhook_id', 'token') && isToken(textIn(row, 'token')),
        'data',
        'is not a webhook and a token',
      ),
      demand(row.key === queueOfChecks(textIn(row, 'webhook_id')), 'key', 'is not that of its webhook'),
    ),
  among: (row, { webhooks, outbox }) =>
    firstOf(
      demand(
        webhooks.get(textIn(row, 'webhook_id')) !== undefined,
        'data',
        'names a webhook that does not exist',
      ),
      demand(outbox.countBy('key', row.key) === 1, 'key', 'is that of another check'),
    ),
};

const run: EffectKind = {
  row: ({ attempts, data }) =>
    firstOf(
      demand(attempts === 0, 'attempts', 'are more than 0'),
      demand(typeof data === 'string', 'data', 'is not the id of a run'),
    ),
  among({ key, data }, { feed_runs }) {
    const found = typeof data === 'string' ? feed_runs.get(data) : undefined;
    return demand(
      found !== undefined && !hasEnded(found) && key === lineOf(found.catalog_id),
      'data',
      'is not a run of its catalog that has not ended',
    );
  },
};

const effectKinds: ReadonlyMap<string, EffectKind> = new Map([
  [deliveryName, delivery],
  [checkName, check],
  [runName, run],
]);

/** The same for calls to the outside and for undertakings. */
export const outbox = (others: ReadonlySet<string>): Admission<OutboxRow> => ({
  doors: { id: typed, effect: typed, key: typed, due: moment, attempts: typed, data: typed },
  isIdle: ({ effect }) => !effectKinds.has(effect) && !others.has(effect),
  row: (row) => effectKinds.get(row.effect)?.row(row) ?? null,
  among(row, tables) {
    const { outbox } = tables;
    if (outbox.size > mostRows) return ['id', `is one of more than ${mostRows} rows`];
    const isHead = outbox.firstBy('key', row.key)?.id === row.id;
    if (isHead !== (row.due !== null))
      return [
        'due',
        isHead ? 'is missing, and nothing of its key is before it' : 'is there, and it is not its turn',
      ];
    return effectKinds.get(row.effect)?.among(row, tables) ?? null;
  },
});
