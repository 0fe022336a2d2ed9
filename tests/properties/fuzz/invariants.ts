/** What holds of the state whatever was asked of it. Each gives what it found wrong. */
import { isDeepStrictEqual } from 'node:util';
import { createPlatform } from '../../../engine/index.ts';
import type { HttpRequest, Outcome, Row, Snapshot } from '../../../engine/inside.ts';
import { endpoints } from '../../../testing/endpoints.ts';
import { tables } from '../../../engine/state/tables/index.ts';
import type { WindowRow } from '../../../engine/limits/windows.ts';
import { placesOf } from '../../../engine/state/store/index-spec.ts';
import type { IndexSpec } from '../../../engine/state/store/index-spec.ts';
import { compareKeys, compareParts } from '../../../engine/state/store/order.ts';
import type { Part } from '../../../engine/state/store/order.ts';
import type { ReadTable } from '../../../engine/state/store/table.ts';
import { keyOf, logSize } from './world.ts';
import type { World } from './world.ts';

export async function brokenInvariants(world: World, probes: readonly HttpRequest[]): Promise<string[]> {
  // What is being delivered comes to its end.
  await world.platform.clock.advance(0);
  world.flush();
  const snapshot = world.platform.snapshot();
  return [
    ...indexes(world),
    ...difference('on disk', world.onDisk(), snapshot.tables),
    ...references(snapshot),
    ...windows(snapshot),
    ...log(world),
    ...(await restored(world, snapshot, probes)),
  ];
}

/** Keys of the rows that an index of young rows may lack, since they are old. */
function old(name: string, spec: IndexSpec<Row>, table: ReadTable<Row>, now: number): ReadonlySet<Part> {
  if (typeof spec === 'function' || spec.kind !== 'recent') return new Set();
  const rows = [...table.values()].filter((row) => !spec.isYoung(row, now));
  return new Set(rows.map((row) => keyOf(name, row)));
}

/** Every index holds exactly the keys that its rows give, in order; values that no row has any more hold none. */
function indexes({ state, everRows, platform }: World): string[] {
  const now = platform.clock.now();
  const wrong: string[] = [];
  for (const [name, spec] of Object.entries(tables)) {
    const table = state.tables[name as keyof typeof tables] as unknown as ReadTable<Row>;
    const rowsEver = everRows.filter((each) => each.table === name).map(({ row }) => row);
    for (const [index, indexSpec] of Object.entries(spec.indexes as Record<string, IndexSpec<Row>>)) {
      const expected = new Map<Part, Part[][]>();
      for (const row of rowsEver) for (const [value] of placesOf(indexSpec, row)) expected.set(value!, []);
      for (const row of table.values())
        for (const [value, ...order] of placesOf(indexSpec, row))
          expected.get(value!)!.push([...order, keyOf(name, row)]);
      const mayLack = old(name, indexSpec, table, now);
      for (const [value, places] of expected) {
        const found = [...table.range(index, value).ascending()];
        const keys = new Set(found.map((place) => place.at(-1)));
        const due = places.filter((place) => keys.has(place.at(-1)) || !mayLack.has(place.at(-1)!));
        if (!isDeepStrictEqual(found, due.sort(comparePlaces)))
          wrong.push(`index ${name}.${index} at ${JSON.stringify(value)}`);
      }
    }
  }
  return wrong;
}

const comparePlaces = (one: readonly Part[], other: readonly Part[]): number => {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at === -1 ? 0 : compareParts(one[at]!, other[at]!);
};

/** Row by row; a row's place in its table does not count. */
function difference(what: string, one: Snapshot['tables'], other: Snapshot['tables']): string[] {
  const wrong: string[] = [];
  for (const table of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const left = new Map((one[table] ?? []).map((row) => [keyOf(table, row), row]));
    const right = new Map((other[table] ?? []).map((row) => [keyOf(table, row), row]));
    for (const key of new Set([...left.keys(), ...right.keys()])) {
      const [a, b] = [left.get(key), right.get(key)];
      if (a !== b && !isDeepStrictEqual(a, b)) wrong.push(`${what}: ${table} ${key}`);
    }
  }
  return wrong;
}

function references({ tables: all }: Snapshot): string[] {
  const ids = (table: string) => new Set((all[table] ?? []).map((row) => keyOf(table, row)));
  const names = ['users', 'apps', 'polls', 'posts', 'projects', 'dm_events'];
  const [users, apps, polls, posts, projects, events] = names.map(ids);
  const wrong: string[] = [];
  const demand = (table: string, field: string, targets: Set<string> | undefined) => {
    for (const row of all[table] ?? [])
      if (row[field] !== null && !targets?.has(row[field] as string))
        wrong.push(`${table} ${keyOf(table, row)}: no ${field} ${JSON.stringify(row[field])}`);
  };
  demand('user_tokens', 'app_id', apps);
  demand('user_tokens', 'user_id', users);
  demand('bearer_tokens', 'app_id', apps);
  demand('apps', 'owner_id', users);
  demand('apps', 'project_id', projects);
  demand('posts', 'author_id', users);
  demand('posts', 'in_reply_to_user_id', users);
  demand('posts', 'poll_id', polls);
  demand('users', 'pinned_post_id', posts);
  demand('notices', 'user_id', users);
  demand('follows', 'source_user_id', users);
  demand('follows', 'target_user_id', users);
  demand('dm_events', 'sender_id', users);
  wrong.push(...messages(all, users!));
  const polled = (all['posts'] ?? []).filter((row) => row['poll_id'] !== null).length;
  if (polled !== polls?.size) wrong.push(`${polls?.size ?? 0} polls of ${polled} posts`);
  const { last_id } = all['platform']![0] as { last_id: string };
  for (const id of [...posts!, ...events!])
    if (compareKeys(id, last_id) > 0) wrong.push(`${id} is beyond the last id`);
  if (new Set((all['bearer_tokens'] ?? []).map((row) => row['app_id'])).size !== all['bearer_tokens']!.length)
    wrong.push('an App has two bearer tokens');
  return wrong;
}

/** Participants are there, each once; events are of a conversation, and in the view of somebody who is in it. */
function messages(all: Snapshot['tables'], users: ReadonlySet<string>): string[] {
  const participants = new Map<unknown, Set<string>>();
  const wrong = (row: Row, field: string, within: ReadonlySet<string> | undefined): boolean => {
    const list = row[field] as readonly string[];
    return list.length === 0 || new Set(list).size !== list.length || !list.every((id) => within?.has(id));
  };
  const conversations = all['dm_conversations'] ?? [];
  for (const row of conversations) participants.set(row['id'], new Set(row['participant_ids'] as string[]));
  return [
    ...conversations.filter((row) => wrong(row, 'participant_ids', users)),
    ...(all['dm_events'] ?? []).filter((row) =>
      wrong(row, 'holder_ids', participants.get(row['dm_conversation_id'])),
    ),
  ].map((row) => `participants of ${JSON.stringify(row)}`);
}

/** No window counts more than the most that a plan allows: plans change while windows are open. */
function windows({ tables: all }: Snapshot): string[] {
  return (all['windows'] as readonly unknown[] as readonly WindowRow[]).flatMap((row) => {
    const cells = Object.values(endpoints.find(({ id }) => id === row.endpoint_id)?.limits.cells ?? {});
    const fitting = cells.flatMap((cell) => cell ?? []).filter(({ scope }) => scope === row.scope);
    const most = Math.max(...fitting.map(({ limit }) => limit));
    return row.count >= 1 && row.count <= most ? [] : [`window ${row.id} counts ${row.count} of ${most}`];
  });
}

function log({ platform }: World): string[] {
  const sequences = platform.exchanges.list().map(({ sequence }) => sequence);
  const isAscending = sequences.every((each, index) => index === 0 || each > sequences[index - 1]!);
  return sequences.length <= logSize && isAscending ? [] : [`log ${sequences.join(' ')}`];
}

/** An outcome to compare: a stream by its head. */
const plainOf = (outcome: Outcome): object =>
  outcome.kind === 'stream' ? { status: outcome.status, headers: outcome.headers } : outcome;

/** A platform that goes on from the snapshot is the same, and answers the same. */
async function restored(
  { platform, families, send }: World,
  snapshot: Snapshot,
  probes: readonly HttpRequest[],
): Promise<string[]> {
  const copy = createPlatform({
    snapshot: structuredClone(snapshot),
    baseUrl: platform.baseUrl,
    families,
    logSize,
    send,
  });
  const wrong = difference('restored', copy.snapshot().tables, snapshot.tables);
  for (const probe of probes) {
    if (!isDeepStrictEqual(plainOf(await platform.handle(probe)), plainOf(await copy.handle(probe))))
      wrong.push(`restored: ${probe.method} ${probe.url} is answered otherwise`);
    // What follows from it is delivered before the next one.
    for (const { clock } of [platform, copy]) await clock.advance(0);
  }
  return wrong;
}
