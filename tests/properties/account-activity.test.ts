/**
 * Account Activity compared with a small model: whatever several users do, each webhook delivers exactly the events of
 * its users, in order, each acknowledged or set aside, under one id.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hook, authorizeUser, people } from '../support/activity.ts';
import type { Client } from '../../testing/platform.ts';
import { start } from '../../testing/platform.ts';
import { appNamed, must } from '../../testing/portal.ts';
import { proved, times } from '../support/prove.ts';
import { answered, failure, Receivers } from '../../testing/receivers.ts';
import { rounds } from '../support/rounds.ts';

const everybody = Object.values(people);
const user = fc.constantFrom(...everybody);
const pair = fc.tuple(user, user).filter(([one, other]) => one !== other);

const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('post' as const), who: user, names: fc.subarray(everybody) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('like' as const), who: user, which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('repost' as const), who: user, which: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('say' as const, 'follow' as const, 'unfollow' as const),
      pair,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('mute' as const, 'unmute' as const), pair }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('block' as const), pair, on: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('advance' as const),
      ms: fc.constantFrom(10, 1500, 60_000, 400_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('unsubscribe' as const), who: user, hook: fc.nat(1) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('subscribe' as const), who: user, hook: fc.nat(1) }),
  },
);

const plan = fc.record({
  acts: fc.array(act, { minLength: 5, maxLength: 30 }),
  /** Whether the calls of each receiver fail, in order, repeating. */
  faults: fc.tuple(fc.array(fc.boolean(), { maxLength: 9 }), fc.array(fc.boolean(), { maxLength: 9 })),
});

/** An event of a user: its kind and its subject, as text. */
type Line = string;

/** The model's world: who did what to whom. */
class Model {
  readonly follows = new Set<string>();
  readonly blocks = new Set<string>();
  readonly mutes = new Set<string>();
  readonly likes = new Set<string>();
  /** By id; for a repost, the post that it shows. */
  readonly posts = new Map<string, { author: string; shows: string | null }>();
  readonly subscribed = [new Set<string>(), new Set<string>()];
  /** The expected deliveries of each webhook. */
  readonly lines: Line[][] = [[], []];

  tell(line: string, ...whom: readonly string[]): void {
    for (const who of new Set(whom))
      for (const [at, users] of this.subscribed.entries())
        if (users.has(who)) this.lines[at]!.push(`${who} ${line}`);
  }

  areApart = (one: string, other: string) =>
    this.blocks.has(`${one}:${other}`) || this.blocks.has(`${other}:${one}`);

  /** Nobody is protected: only a block hides. */
  sees = (who: string, author: string) => !this.blocks.has(`${author}:${who}`);
}

const runs = times(20, 400);

test(`of ${runs} random worlds each webhook delivers exactly its events, in order, each under one id`, async () => {
  let delivered = 0;
  await fc.assert(
    fc.asyncProperty(plan, async ({ acts, faults }) => {
      const receivers = new Receivers();
      const { platform, as } = await start({ send: receivers.send });
      must(
        await platform.do('portal.setPlan', appNamed(platform, 'Northwind Courier').projectId!, 'enterprise'),
      );
      const model = new Model();
      for (const { id, source_user_id, target_user_id } of platform.snapshot().tables['follows'] as never as {
        id: string;
        source_user_id: string;
        target_user_id: string;
      }[]) {
        expect(id).toBe(`${source_user_id}:${target_user_id}`);
        model.follows.add(id);
      }
      const hooks = [];
      for (const [at, app] of (['Northwind Courier', 'Atlas Insight'] as const).entries()) {
        const made = await hook({ platform, as, receivers }, { app, host: `hooks${at}.example`, users: [] });
        let calls = 0;
        const list = faults[at]!;
        made.inbox.answer = () =>
          list.length > 0 && list[calls++ % list.length]!
            ? calls % 2 === 0
              ? answered({}, 500)
              : failure('timeout')
            : answered({});
        for (const who of everybody) {
          await made.subscribe(who);
          model.subscribed[at]!.add(who);
        }
        hooks.push(made);
      }
      const client = new Map<string, Client>();
      for (const who of everybody)
        client.set(who, await authorizeUser(platform, as, who, 'Northwind Courier'));
      const posts: string[] = [];
      const postAt = (which: number) => posts[which % Math.max(1, posts.length)];
      let count = 0;
      for (const each of acts) {
        switch (each.kind) {
          case 'post': {
            const names = each.names.map(
              (id) => `@${platform.portal.users().find((one) => one.id === id)!.username}`,
            );
            const answer = await client
              .get(each.who)!
              .post('/2/posts', { text: [`No. ${++count}`, ...names].join(' ') });
            expect(answer.status).toBe(201);
            const { id } = answer.json.data;
            posts.push(id);
            model.posts.set(id, { author: each.who, shows: null });
            const whom = each.names.filter((name) => model.sees(name, each.who));
            model.tell(`post_create_events ${id}`, each.who, ...whom);
            break;
          }
          case 'delete': {
            const id = postAt(each.which);
            if (id === undefined) break;
            const { author } = model.posts.get(id)!;
            expect((await client.get(author)!.delete(`/2/posts/${id}`)).status).toBe(200);
            // Its reposts are deleted with it, without events.
            for (const [repost, { shows }] of model.posts) if (shows === id) model.posts.delete(repost);
            model.tell(`post_delete_events ${id}`, author);
            model.posts.delete(id);
            posts.splice(posts.indexOf(id), 1);
            break;
          }
          case 'like': {
            const id = postAt(each.which);
            if (id === undefined) break;
            const { author } = model.posts.get(id)!;
            const { status } = await client
              .get(each.who)!
              .post(`/2/users/${each.who}/likes`, { post_id: id });
            expect(status).toBe(model.areApart(each.who, author) ? 403 : 200);
            const key = `${each.who}:${id}`;
            if (status === 200 && !model.likes.has(key)) {
              model.likes.add(key);
              model.tell(`favorite_events ${key}`, each.who, author);
            }
            break;
          }
          case 'repost': {
            const id = postAt(each.which);
            if (id === undefined) break;
            const { author } = model.posts.get(id)!;
            const answer = await client.get(each.who)!.post(`/2/users/${each.who}/reposts`, { post_id: id });
            const was = [...model.posts.values()].some((one) => one.shows === id && one.author === each.who);
            if (answer.status === 200 && !was) {
              const made = answer.json.data.id;
              model.posts.set(made, { author: each.who, shows: id });
              model.tell(
                `post_create_events ${made}`,
                each.who,
                ...(model.sees(author, each.who) ? [author] : []),
              );
            }
            break;
          }
          case 'say': {
            const [one, other] = each.pair;
            const path = `/2/dm_conversations/with/${other}/messages`;
            const answer = await client.get(one)!.post(path, { text: `Say ${++count}` });
            expect(answer.status).toBe(model.areApart(one, other) ? 403 : 201);
            if (answer.status === 201)
              for (const who of [one, other].toSorted())
                model.tell(`direct_message_events ${String(answer.json.data['dm_event_id'])}`, who);
            break;
          }
          case 'follow': {
            const [one, other] = each.pair;
            const { status } = await client
              .get(one)!
              .post(`/2/users/${one}/following`, { target_user_id: other });
            expect(status).toBe(model.areApart(one, other) ? 403 : 200);
            const key = `${one}:${other}`;
            if (status === 200 && !model.follows.has(key)) {
              model.follows.add(key);
              model.tell(`follow_events follow ${key}`, one, other);
            }
            break;
          }
          case 'unfollow': {
            const [one, other] = each.pair;
            await client.get(one)!.delete(`/2/users/${one}/following/${other}`);
            if (model.follows.delete(`${one}:${other}`))
              model.tell(`follow_events unfollow ${one}:${other}`, one);
            break;
          }
          case 'mute':
          case 'unmute': {
            const [one, other] = each.pair;
            const by = client.get(one)!;
            const key = `${one}:${other}`;
            if (each.kind === 'mute') {
              await by.post(`/2/users/${one}/muting`, { target_user_id: other });
              if (!model.mutes.has(key)) model.tell(`mute_events mute ${key}`, one);
              model.mutes.add(key);
            } else {
              await by.delete(`/2/users/${one}/muting/${other}`);
              if (model.mutes.delete(key)) model.tell(`mute_events unmute ${key}`, one);
            }
            break;
          }
          case 'block': {
            const [one, other] = each.pair;
            must(await platform.do('users.setBlocked', one, other, each.on));
            const key = `${one}:${other}`;
            if (each.on === model.blocks.has(key)) break;
            model.tell(`block_events ${each.on ? 'block' : 'unblock'} ${key}`, one);
            if (!each.on) model.blocks.delete(key);
            else {
              model.blocks.add(key);
              model.follows.delete(key);
              model.follows.delete(`${other}:${one}`);
            }
            break;
          }
          case 'advance':
            await platform.clock.advance(each.ms);
            break;
          case 'unsubscribe':
            await hooks[each.hook]!.bearer.delete(`${hooks[each.hook]!.path}/${each.who}/all`);
            model.subscribed[each.hook]!.delete(each.who);
            break;
          case 'subscribe':
            await hooks[each.hook]!.clients.get(each.who)!.post(`${hooks[each.hook]!.path}/all`);
            model.subscribed[each.hook]!.add(each.who);
            break;
        }
      }
      // A day is enough for every retry of every event; a receiver that answers challenges stays valid meanwhile.
      await platform.clock.advance(86_400_000);
      for (const [at, { id, inbox }] of hooks.entries()) {
        const rows = (platform.snapshot().tables['activity_events'] as never as EventRow[]).filter(
          ({ webhook_id }) => webhook_id === id,
        );
        expect(rows.map(lineOf)).toEqual(model.lines[at]);
        const states = rows.map(({ state }) => state);
        expect(states.filter((state) => state === 'waiting')).toEqual([]);
        // Each reached the receiver, in order, with repeats only until the next one began.
        const ids = inbox.ids();
        expect([...new Set(ids)]).toEqual(rows.map((row) => row.id));
        expect(ids).toEqual(ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : a === b ? 0 : 1)));
        for (const row of rows) {
          const tries = inbox.got.filter(({ event_id }) => event_id === row.id);
          expect(tries.length).toBeLessThanOrEqual(5);
          if (row.state === 'set_aside') expect(tries).toHaveLength(5);
        }
        expect(inbox.isSigned()).toBe(true);
        delivered += ids.length;
      }
    }),
    rounds(20, 400),
  );
  proved(`account activity: ${runs} random worlds, ${delivered} deliveries`);
});

interface EventRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly for_user_id: string;
  readonly kind: string;
  readonly body: string;
  readonly state: string;
}

interface Entry {
  readonly id?: string;
  readonly type?: string;
  readonly post?: { readonly id: string };
  readonly source?: { readonly id: string };
  readonly target?: { readonly id: string };
}

function lineOf({ for_user_id, kind, body }: EventRow): Line {
  const [entry] = (JSON.parse(body) as Record<string, [Entry]>)[kind]!;
  const about = entry.target
    ? `${entry.type} ${entry.source!.id}:${entry.target.id}`
    : (entry.post ?? entry).id;
  return `${for_user_id} ${kind} ${about}`;
}
