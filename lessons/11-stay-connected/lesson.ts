import { clockTime } from '../format/facts.ts';
import type { Call, Evidence, Facts } from '../format/facts.ts';
import type { Fact, Lesson, Miss } from '../format/lesson.ts';
import { appOf, missBy } from '../format/miss.ts';
import {
  connectionsOf,
  gapsOf,
  isAbout,
  isOpening,
  missedBy,
  silenceOf,
  streamCalls,
  textOf,
} from './connections.ts';
import type { Gap } from './connections.ts';
import { app, appId, keepRule, oldRule, otherApp, otherId, otherWord, owner, word } from './rules.ts';

const stream = `#/requests/streamPosts?app=${appId}&auth=app`;
const rules = (change: object, of = appId): string =>
  `#/requests/changeStreamRules?body=${encodeURIComponent(JSON.stringify(change, null, 2))}&app=${of}&auth=app`;
const search = `#/requests/searchRecentPosts?query.query=${word}&query.since_id=&app=${appId}&auth=app`;
const toStream = { label: 'Open the stream', to: stream };

const seconds = (ms: number): string => `${Math.floor(ms / 1000)} s`;
const withoutQuotes = (value: string): string => value.replaceAll('"', '').trim().toLowerCase();

/** The rules of an App in force after each change, as far as the step's changes show. */
function rulesAfter(facts: Facts, before: readonly string[], appId: string | undefined) {
  const inForce = new Set(before);
  return facts.rows('stream_rules').flatMap((moved) => {
    const rule = moved.after ?? moved.before;
    if (!rule || rule.app_id !== appId) return [];
    if (moved.after) inForce.add(withoutQuotes(rule.value));
    else inForce.delete(withoutQuotes(rule.value));
    return [{ at: moved.at, time: moved.time, rules: [...inForce] }];
  });
}

const appIdOf = (name: string, { platform }: Facts): string | undefined =>
  platform.portal.apps().find((each) => each.name === name)?.id;

/** Checks that the App's only rule is the requested one. */
function onlyRule(appName: string, wanted: string, before: readonly string[], text: string): Fact {
  const isRight = ({ rules }: { readonly rules: readonly string[] }): boolean =>
    rules.length === 1 && rules[0] === wanted;
  return {
    text,
    met(facts) {
      const found = rulesAfter(facts, before, appIdOf(appName, facts)).find(isRight);
      return found
        ? { at: found.at, sequence: null, told: `only ${wanted}, since ${clockTime(found.time)}` }
        : null;
    },
    missed(facts) {
      const call = facts.calls('changeStreamRules').at(-1);
      if (!call) return null;
      const act = { label: 'Open the call', to: rules({ add: [{ value: wanted }] }) };
      const goal = `${wanted} and no other rule, of ${appName}`;
      if (!call.isAccepted) return missBy(call, { headline: 'The change was refused', wanted: goal, act });
      if (call.query.get('dry_run') === 'true')
        return missBy(call, {
          headline: 'It was only tried',
          seen: 'a call with dry_run=true',
          wanted: 'the same call without dry_run',
          because: 'With dry_run the platform says what would be done, and does nothing.',
          act,
        });
      if (appOf(call, facts) !== appName)
        return missBy(call, {
          headline: `Those are the rules of ${appOf(call, facts)}`,
          wanted: goal,
          because: 'Each App has rules of its own, and a stream of its own.',
          act,
        });
      const left = rulesAfter(facts, before, appIdOf(appName, facts)).at(-1)?.rules ?? before;
      const other = left.find((each) => each !== wanted);
      return missBy(call, {
        headline: other === undefined ? 'No rule is in force' : `${other} still matches`,
        seen: left.length === 0 ? 'no rule' : left.join(', '),
        wanted: goal,
        because:
          'Rules stay in force until they are deleted, and the stream brings what any of them matches.',
        act,
      });
    },
  };
}

const connected: Fact = {
  text: 'the stream is **open**',
  met(facts) {
    const opening = streamCalls(facts, app).find(isOpening);
    return opening ? opening.shows('the stream goes on') : null;
  },
  missed: (facts) => refusedStream(facts, app),
};

function refusedStream(facts: Facts, appName: string): Miss | null {
  const call = facts.calls('streamPosts').findLast(({ isAccepted }) => !isAccepted);
  if (!call) return null;
  return missBy(call, {
    headline:
      call.problem === 'connectionLimit' ? 'The first connection is still held' : 'The stream was refused',
    wanted: `one connection of ${appName}, by its bearer token`,
    act: toStream,
  });
}

const arrived: Fact = {
  text: `a post about the **${word}** is sent on it`,
  met(facts) {
    // Posts on the stream are counted before the call that created them is answered.
    const sent = facts.rows('usage').at(0);
    const post = facts.calls('createPost').find((call) => call.isAccepted && isAbout(call, word));
    return sent && post && sent.at < post.at ? post.shows('and the stream brought it') : null;
  },
  missed(facts) {
    const call = facts.calls('createPost').at(-1);
    if (!call) return null;
    if (!call.isAccepted)
      return missBy(call, {
        headline: 'The post was refused',
        wanted: `a post about the ${word} that is created`,
        act: toStream,
      });
    if (!isAbout(call, word))
      return missBy(call, {
        headline: `That post does not mention a ${word}`,
        seen: textOf(call),
        wanted: `the word ${word} in its text`,
        because: 'A rule is a query: a post that it does not match is not sent.',
        act: toStream,
      });
    return missBy(call, {
      headline: 'The stream was closed by then',
      wanted: 'a post while it is open',
      because: 'A stream brings what is made while it is open, and nothing from before.',
      act: toStream,
    });
  },
};

const stalled: Fact = {
  text: 'a stream that is **silent for longer than 20 s** is left',
  met(facts) {
    const silent = connectionsOf(facts, app).find(({ end }) => end && silenceOf(end) > 0);
    if (!silent?.end) return null;
    const { at, exchange } = silent.opening;
    return {
      ...{ at, sequence: exchange.sequence },
      told: `left after ${seconds(silent.lasted)} without a keep-alive`,
    };
  },
  missed(facts) {
    const last = connectionsOf(facts, app).findLast(({ end }) => end !== null);
    if (!last?.end) return refusedStream(facts, app);
    const isEarly = last.lasted < 20_000;
    return missBy(last.end, {
      headline: isEarly ? 'It was left before a keep-alive could be missed' : 'That stream was alive',
      seen: `left after ${seconds(last.lasted)}`,
      wanted: 'more than 20 s without a line',
      because: isEarly
        ? 'A blank line comes every 20 s, so it tells a dead stream from a quiet minute. Begin this step again, under the steps, brings the silence back.'
        : 'A blank line came every 20 s: it only had no post to bring.',
      act: toStream,
    });
  },
};

/** Checks that a connection is opened again, this many seconds after the last one ended. */
function reopened(after: number, text: string, mustBreak = false): Fact {
  const gaps = (facts: Facts): readonly Gap[] =>
    gapsOf(facts, app).filter(({ end }) => !mustBreak || isBroken(end));
  return {
    text,
    met(facts) {
      const gap = gaps(facts).find(({ ms }) => ms >= after * 1000);
      return gap ? reopenedAt(gap) : null;
    },
    missed(facts) {
      const gap = gaps(facts).at(-1);
      if (!gap) return refusedStream(facts, app);
      return tooSoon(gap, after);
    },
  };
}

const isBroken = ({ exchange: { outcome } }: Call): boolean =>
  outcome.kind === 'stream' && outcome.ended !== null && outcome.ended.reason !== null;

const reopenedAt = ({ opening, ms }: Gap): Evidence => ({
  ...{ at: opening.at, sequence: opening.exchange.sequence },
  told: `opened again after ${seconds(ms)}`,
});

const tooSoon = ({ opening, ms }: Gap, after: number): Miss =>
  missBy(opening, {
    headline: `It was opened again after ${seconds(ms)}`,
    seen: `${seconds(ms)} between its end and the next`,
    wanted: `at least ${after} s`,
    because:
      'Clients that reconnect at once keep a platform in trouble down. Stop the stream, and wait for longer.',
    act: toStream,
  });

/** Checks that missed posts are fetched, and none of them twice. */
function filled(appName: string, about: string, text: string, needs: 'seen' | 'broken'): Fact {
  return {
    text,
    met(facts) {
      const missed = missedBy(facts, appName, about);
      const gap = missed.gap[0];
      if (!gap || (needs === 'seen' && missed.seen.length === 0)) return null;
      const found = missed.fetches.find(
        ({ ids }) => missed.gap.every(({ id }) => ids.includes(id)) && !isTwice(ids, missed),
      );
      if (!found) return null;
      if (needs === 'seen')
        return found.call.shows(`${missed.gap.length} of ${missed.gap.length} missed, none twice`);
      const again = gapsOf(facts, appName).find(({ end, ms }) => isBroken(end) && ms >= 5000);
      if (!again) return null;
      const last = again.opening.at > found.call.at ? again.opening : found.call;
      return last.shows('connected again, and nothing is missing');
    },
    missed(facts) {
      const missed = missedBy(facts, appName, about);
      const act = { label: 'Open the search', to: search };
      const soon =
        needs === 'broken'
          ? gapsOf(facts, appName).findLast(({ end, ms }) => isBroken(end) && ms < 5000)
          : undefined;
      if (soon && !gapsOf(facts, appName).some(({ ms }) => ms >= 5000)) return tooSoon(soon, 5);
      const refused = facts
        .calls('searchRecentPosts', 'searchAllPosts')
        .findLast(({ isAccepted }) => !isAccepted);
      const last = missed.fetches.at(-1);
      if (refused && refused.at > (last?.call.at ?? -1))
        return missBy(refused, { headline: 'The search was refused', wanted: 'an answer with 200', act });
      if (!last) return refusedStream(facts, appName);
      if (missed.gap.length === 0)
        return missBy(last.call, {
          headline: 'Nothing was missed yet',
          wanted: `a post about the ${about} while no stream is open`,
          because: 'What was made while the stream was open came on it.',
          act: toStream,
        });
      if (isTwice(last.ids, missed))
        return missBy(last.call, {
          headline: 'A post came a second time',
          seen: `${last.ids.length} posts, of which the stream had brought some`,
          wanted: 'those that were made while it was closed, and no other',
          because:
            'since_id leaves out the post that it names and all before it; start_time does it by the clock.',
          act,
        });
      if (!missed.gap.every(({ id }) => last.ids.includes(id)))
        return missBy(last.call, {
          headline: 'The post of the gap is not among them',
          seen: `${last.ids.length} posts, without it`,
          wanted: `the post about the ${about} that was made while no stream was open`,
          because:
            'since_id leaves out the post that it names: it is the last one that was seen, and not the first that was missed.',
          act,
        });
      return needs === 'seen' && missed.seen.length === 0
        ? missBy(last.call, {
            headline: 'The stream had brought nothing before',
            wanted: `a post about the ${about} while the stream is open, and one while it is closed`,
            because: 'Nothing can come twice that did not come once.',
            act: toStream,
          })
        : null;
    },
  };
}

const isTwice = (ids: readonly string[], { seen }: ReturnType<typeof missedBy>): boolean =>
  seen.some(({ id }) => ids.includes(id));

export const lesson: Lesson = {
  number: 11,
  slug: 'stay-connected',
  group: 'Events',
  title: 'Stay connected',
  minutes: 8,
  searchedFor: [
    'filtered stream stops without an error',
    'reconnect to a stream: how long to wait',
    '429 TooManyConnections on a stream',
  ],
  about:
    'A stream goes quiet, and later it breaks. You tell a quiet one from a dead one, connect again with growing pauses, and fetch by search what was missed, so that each post is seen once.',
  start: {
    about: `${app} on the plan Pro, with a rule from yesterday in force.`,
    ...{ scenario: 'small', seed: 'lesson-11', at: '2026-03-02T09:00:00Z', app, as: owner },
    arrange: keepRule,
  },
  steps: [
    {
      title: 'Clear away yesterday’s rule',
      text: `The stream still matches **${oldRule}**, which somebody added yesterday. Have it match \`${word}\` instead: in **Requests**, \`changeStreamRules\` takes \`add\` and \`delete\`, in one call or in two.`,
      facts: [onlyRule(app, word, [oldRule], `**\`${word}\` is the only rule** in force`)],
      why: 'Rules belong to the App and outlive every connection, so the stream of today brings what was asked for yesterday. A change takes effect at once, on a stream that is open too.',
      hints: [
        'The call is POST /2/posts/search/stream/rules, with the bearer token of the App.',
        'delete takes ids or values, and add takes objects with a value.',
        `{ "delete": { "values": ["${oldRule}"] } } deletes by value, so that no id has to be looked up. add goes into a call of its own.`,
      ],
      ...{ at: rules({ delete: { values: [oldRule] } }), filled: rules({ add: [{ value: word }] }) },
    },
    {
      title: 'Connect',
      text: `Open the stream: press **Send**, and the connection stays. Then **write a post** about the **${word}** under it, and see it arrive.`,
      facts: [connected, arrived],
      why: 'The answer has a beginning and no end: each post that a rule matches is a line of it, with the ids of those rules. A blank line comes every 20 seconds, which says that the connection lives.',
      hints: [
        'The stream is GET /2/posts/search/stream, by the bearer token.',
        'Write a post is below the lines that came.',
        `Any text with the word ${word} will do, since the rule is that word.`,
      ],
      ...{ at: stream, filled: stream },
    },
    {
      title: 'Tell quiet from dead',
      text: 'Open the stream again: this time **nothing comes**, and no error either. Press **+1 min** at the clock and count the keep-alives. Then **Stop** it, wait **5 seconds**, and **Open again**.',
      facts: [stalled, reopened(5, 'it is opened again **at least 5 s** later')],
      why: 'A dead connection gives no error, so only a clock of your own tells: no line for more than 20 seconds means that it is gone. The pause before the next try keeps many clients from coming back all at once.',
      hints: [
        'The figures above the lines say how many posts and keep-alives came.',
        'A stream that lives has three keep-alives a minute, and this one has none.',
        'Press +1 min, then Stop, and count to five before Open again. The platform’s clock shows the seconds.',
      ],
      failures: [['streamPosts', { type: 'stalls', after: 0 }]],
      ...{ at: stream, filled: stream },
    },
    {
      title: 'Wait longer each time',
      text: 'The platform is in trouble: the stream **breaks off** as soon as it is open. Connect again after **5 s**, after **10 s**, and after **20 s**. Waiting by the clock’s jumps counts too.',
      facts: [
        reopened(5, 'it breaks, and is opened again **5 s** later or more', true),
        reopened(10, 'it is opened again **10 s** later or more'),
        reopened(20, 'it is opened again **20 s** later or more'),
      ],
      why: 'Each pause is twice the one before, so a short outage is over soon and a long one is not made worse. A connection that holds sets the pause back to its beginning.',
      hints: [
        'Under Stream it says Interrupted, with the reason. Open again is beside it.',
        'The time that counts is from the end of a connection to the beginning of the next.',
        'Count 5, 10 and 20 seconds on the platform’s clock. A jump of +1 min is longer than all of them.',
      ],
      failures: [
        ['streamPosts', { type: 'cut', after: 0 }],
        ['streamPosts', { type: 'cut', after: 0 }],
        ['streamPosts', { type: 'cut', after: 0 }],
      ],
      ...{ at: stream, filled: stream },
    },
    {
      title: 'Fill the gap',
      text: `Open the stream and post about the **${word}**. **Stop** it, and post about it once more: nobody hears that one. Fetch it with **searchRecentPosts**: \`since_id\` is the id of the last post that you saw, so that none comes twice.`,
      facts: [
        filled(app, word, 'a post that the stream missed is **fetched**, and none comes **twice**', 'seen'),
      ],
      why: 'A stream begins when it is opened, and what was made before is not on it. The last id that was seen says where the gap begins, which is why a client keeps it.',
      hints: [
        'Each line that came has the post’s id in data.',
        'The search takes query and since_id, by the same bearer token.',
        `query is ${word}, as the rule is; since_id is the id of the first post, since that one came on the stream.`,
      ],
      ...{ at: stream, filled: search },
    },
    {
      title: 'Keep another App connected',
      text: `**${otherApp}** wants everything about a **${otherWord}**, and its stream will break once. Have it reconnect with the right pause, and fetch a post from the time between.`,
      facts: [
        onlyRule(otherApp, otherWord, [], `\`${otherWord}\` is the only rule of **${otherApp}**`),
        filled(
          otherApp,
          otherWord,
          'its stream breaks, is opened again **5 s** later or more, and a post of the gap is **fetched**',
          'broken',
        ),
      ],
      why: 'Rules, connection and pause are those of each App by itself. The same three habits keep any stream whole: notice a missing keep-alive, wait longer each time, and ask for what came between.',
      hints: [
        'The App is chosen at the top of the page, and with it the bearer token.',
        'First the rule, then the stream. While it is broken, post about a bridge.',
        `Wait 5 s, press Open again, and search for ${otherWord}.`,
      ],
      failures: [['streamPosts', { type: 'cut', after: 0 }]],
      ...{ at: stream, filled: rules({ add: [{ value: otherWord }] }, otherId) },
    },
  ],
};
