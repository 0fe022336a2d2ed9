import { clockTime } from '../format/facts.ts';
import type { Call } from '../format/facts.ts';
import type { Lesson, Miss } from '../format/lesson.ts';
import { appOf, missBy as missOf, seenOf, userOf } from '../format/miss.ts';
import type { Told } from '../format/miss.ts';
import { keyOf, limited, manyCalls, refusing, tightest, windowsOf } from './windows.ts';

const readerId = '26001';
const courierId = '26003';
const timeline = 'getPostsOfUser';
const userLookup = 'getUserByUsername';

const asMira = `#/requests/${timeline}?path.id=2244994945&query.max_results=5&app=${readerId}&as=mira_holm&auth=oauth1`;
const asTheApp = asMira.replace('auth=oauth1', 'auth=app');
const message = encodeURIComponent('{"text":"Is anyone else writing today?"}');
const toSam = (as: string): string =>
  `#/requests/sendDmToUser?path.participant_id=2244994948&body=${message}&app=${courierId}&as=${as}&auth=oauth1`;
const lookUp = `#/requests/${userLookup}?path.username=jonas_berg&app=${readerId}&as=mira_holm&auth=oauth1`;
const load = '#/limits/load';
const another = '#/requests/getLikedPosts?path.id=2244994945&auth=oauth1';

const openTheCall = (to: string) => ({ label: 'Open the call', to });
const openLimits = { label: 'Open Limits', to: load };

/** An answered call shows how it was counted. */
const missBy = (call: Call, told: Told): Miss =>
  missOf(call, { ...(call.isAccepted && { because: call.said('Counted') ?? call.because }), ...told });

const isByApp = ({ exchange, scheme }: Call): boolean => scheme === 'bearer' && exchange.userId === null;
const calls = (count: number): string => (count === 1 ? 'one call' : `${count} calls`);

/** For a call that was answered although the window should have been used up. */
function notUsedUp(call: Call, whose: 'user' | 'app', wanted: string, to: string): Miss {
  const left = tightest(call);
  const isOther = isByApp(call) === (whose === 'user');
  return missBy(call, {
    headline: isOther
      ? whose === 'user'
        ? 'Bearer counts for the App, not for the user'
        : 'That call counted for the user again'
      : `The window still has ${calls(left?.remaining ?? 0)} left`,
    seen: seenOf(call, left ? `${left.remaining} of ${left.limit} left` : ''),
    wanted,
    act: openTheCall(to),
  });
}

const otherwiseRefused = (call: Call, wanted: string, to: string): Miss =>
  missBy(call, {
    headline: 'It was refused, but by no window',
    seen: seenOf(call, call.problem),
    wanted,
    act: openTheCall(to),
  });

export const lesson: Lesson = {
  number: 9,
  slug: 'run-out',
  group: 'Limits',
  title: 'Run out on purpose',
  minutes: 7,
  searchedFor: [
    '429 although remaining says 12',
    'Rate limit exceeded, how long do I wait',
    'user limit and app limit of one endpoint',
    '429 again and again while retrying',
  ],
  about:
    'A plan gives each user and each App so many calls in a window. You use up both, see a user refused for what another one sent, wait until the reset, and send 200 calls through a window that holds 100.',
  start: {
    about: 'App Northwind Reader on the plan Basic. No call has been counted yet.',
    ...{
      scenario: 'small',
      seed: 'lesson-9',
      at: '2026-03-02T09:00:00Z',
      plan: 'basic',
      app: 'Northwind Reader',
      as: 'mira_holm',
    },
  },
  steps: [
    {
      title: 'Use up the window of a user',
      text: 'On Basic a user may list posts 5 times in 15 minutes. Press **Send**, and again, until it is refused. The strip **Limits this call counts against** counts down with you.',
      facts: [
        {
          text: 'a call is **refused by the window of a user**',
          met(facts) {
            const call = limited(facts).find((each) => refusing(each, 'user'));
            const window = call && refusing(call, 'user');
            return call && window
              ? call.shows(`${userOf(call, facts)} had used ${calls(window.limit)}`)
              : null;
          },
          missed(facts) {
            const call = limited(facts).at(-1);
            const wanted = '429 for a call that is signed for a user';
            if (!call) return null;
            if (call.isAccepted) return notUsedUp(call, 'user', wanted, asMira);
            if (refusing(call, 'app'))
              return missBy(call, {
                headline: 'That was the window of the App',
                wanted,
                act: openTheCall(asMira),
              });
            return otherwiseRefused(call, wanted, asMira);
          },
        },
      ],
      why: 'The window opened with the first call, and every call that was answered counted in it. The 429 itself counts for nothing here, and its header says when the window ends.',
      hints: [
        'The call is in Requests, signed for @mira_holm; Ctrl+Enter sends it as well.',
        'The strip under the answer: User token, and how many calls are left.',
        'Six times in all: the first five are answered, and the sixth is refused.',
      ],
      withheld: ['switchPlan'],
      ...{ at: asMira, filled: asMira },
    },
    {
      title: 'Use up the window of the App',
      text: 'Choose **Bearer**, the App’s own token, and send the same call: it is answered, because it counts in another window. That one holds 10. Use it up too, by hand or by **Send load** in **Limits**.',
      facts: [
        {
          text: 'the App is **answered while the user’s window is used up**',
          met(facts) {
            const call = windowsOf(facts).besideUser.find(isByApp);
            return call ? call.shows('in the window of the App') : null;
          },
          missed(facts) {
            const call = limited(facts).at(-1);
            const wanted = '200 for the App, by its bearer token';
            if (!call) return null;
            if (refusing(call, 'user'))
              return missBy(call, {
                headline: 'It was sent for the user again',
                wanted,
                act: openTheCall(asTheApp),
              });
            if (call.isAccepted && !isByApp(call))
              return missBy(call, {
                headline: 'That is a window which is not used up',
                seen: seenOf(call, `for ${userOf(call, facts)}`),
                wanted,
                act: openTheCall(asTheApp),
              });
            if (call.isAccepted)
              return missBy(call, {
                headline: 'The window of the user is open again',
                wanted,
                act: openTheCall(asMira),
              });
            return otherwiseRefused(call, wanted, asTheApp);
          },
        },
        {
          text: 'a call is **refused by the window of the App**',
          met(facts) {
            const call = limited(facts).find((each) => isByApp(each) && refusing(each, 'app'));
            const window = call && refusing(call, 'app');
            return call && window
              ? call.shows(`${appOf(call, facts)} had used ${calls(window.limit)}`)
              : null;
          },
          missed(facts) {
            const call = limited(facts).at(-1);
            const wanted = '429 for the bearer token';
            if (!call) return null;
            if (call.isAccepted) return notUsedUp(call, 'app', wanted, asTheApp);
            if (refusing(call, 'user'))
              return missBy(call, {
                headline: 'That was the window of the user again',
                wanted,
                act: openTheCall(asTheApp),
              });
            return otherwiseRefused(call, wanted, asTheApp);
          },
        },
      ],
      why: 'Each user token has a window of its own, and the App has one for its bearer token. So programs that read public data can continue with one when the other is used up.',
      hints: [
        'The line Authorization, under the address.',
        'Bearer; or Send load in Limits, with the call “As in Requests”.',
        'Eleven calls in all: ten are answered. In Send load choose Bearer and 11 requests.',
      ],
      withheld: ['switchPlan', 'jumpTo'],
      ...{ at: asMira, filled: asTheApp },
    },
    {
      title: 'Wait until the reset',
      text: 'The header `svc-rate-limit-reset` says when the window ends. Do not ask before. Move the clock there with **+15 min**, and send the call again.',
      facts: [
        {
          text: 'a call is **answered after the reset**, and **nothing was asked in that window before**',
          met(facts) {
            const found = windowsOf(facts).reopened.find(({ askedEarly }) => askedEarly === 0);
            return found
              ? found.call.shows(`the window had ended at ${clockTime(found.window.resetAt ?? 0)}`)
              : null;
          },
          missed(facts) {
            const call = limited(facts).at(-1);
            if (!call) return null;
            const window = refusing(call);
            const wanted = '200 as the first call after the reset';
            if (window)
              return missBy(call, {
                headline: 'It was asked before the reset',
                seen: seenOf(call, `at ${clockTime(call.exchange.at)}`),
                wanted,
                act: openTheCall(asMira),
              });
            if (!call.isAccepted) return otherwiseRefused(call, wanted, asMira);
            if (
              windowsOf(facts).reopened.some((each) => each.call.exchange.sequence === call.exchange.sequence)
            )
              return missBy(call, {
                headline: 'It was asked too early on the way',
                because:
                  'A call before the reset cannot be answered, and enough of them silence the App. Use the window up again, and wait once.',
                ...{ wanted, act: openTheCall(asMira) },
              });
            const [own] = call.exchange.windows;
            const earlier = own && windowsOf(facts).byKey.get(keyOf(own))?.refusal;
            if (own && earlier && earlier.limit !== own.limit)
              return missBy(call, {
                headline: 'Another plan answered it, not the wait',
                seen: seenOf(call, `${own.limit} calls in the window, ${earlier.limit} before`),
                because: 'Limits follow the plan at once, so this call says nothing about the reset.',
                ...{ wanted, act: { label: 'Open Portal', to: '#/portal' } },
              });
            return missBy(call, {
              headline: 'That call counts in a window which was not used up',
              wanted,
              act: openTheCall(asMira),
            });
          },
        },
      ],
      why: 'The reset is a fixed moment, 15 minutes after the first call of the window, and it does not move when you ask again. From then on the whole window is there at once.',
      hints: [
        'The headers of the refused answer, and the clock in the bar at the top.',
        'svc-rate-limit-reset, in seconds since 1970; the strip says the same as “resets in”.',
        '+15 min is enough: the window is 15 minutes long, and its first call is already behind you.',
      ],
      withheld: ['switchPlan', 'jumpTo'],
      ...{ at: asMira, filled: asMira },
    },
    {
      title: 'Refused for what another user sent',
      text: 'Some windows of an App hold the calls of all its users. Send a direct message as **@mira_holm** through **Northwind Courier**. Then choose **@aiko_tan** in the bar at the top and send hers.',
      facts: [
        {
          text: 'a user is **refused although their own window has calls left**',
          met(facts) {
            const call = limited(facts).find((each) => refusing(each, 'app') && ownLeft(each) > 0);
            return call
              ? call.shows(
                  `${userOf(call, facts)} had ${calls(ownLeft(call))} left, ${appOf(call, facts)} none`,
                )
              : null;
          },
          missed(facts) {
            const call = limited(facts).at(-1);
            const wanted = '429 for a user who has calls left, by the window of the App';
            if (!call) return null;
            const sent = limited(facts).filter((each) => each.isAccepted && each.exchange.windows.length > 1);
            if (call.isAccepted && new Set(sent.map(({ exchange }) => exchange.appId)).size > 1)
              return missBy(call, {
                headline: 'Each App has a window of its own',
                seen: seenOf(call, `by ${appOf(call, facts)}`),
                wanted,
                act: openTheCall(toSam('aiko_tan')),
              });
            if (call.isAccepted) return null;
            if (refusing(call, 'user'))
              return missBy(call, {
                headline: 'The same user sent twice',
                seen: seenOf(call, `for ${userOf(call, facts)}`),
                wanted,
                act: openTheCall(toSam('aiko_tan')),
              });
            return otherwiseRefused(call, wanted, toSam('mira_holm'));
          },
        },
      ],
      why: 'An endpoint that takes no bearer token counts each call twice, for the user and for the App, and one full window is enough to refuse. That is the 429 which comes although the user’s remaining says more than 0.',
      hints: [
        'The strip under the answer has two lines this time.',
        'User token and App: on Basic each may send one message in 24 hours.',
        'First @mira_holm, then @aiko_tan: her token has its call left, and the one of the App is gone.',
      ],
      withheld: ['switchPlan', 'jumpTo'],
      ...{ at: toSam('mira_holm'), filled: toSam('mira_holm') },
    },
    {
      title: '200 calls through a window of 100',
      text: 'A user may look up 100 users in 24 hours. In **Send load**, choose **As in Requests**, **200** requests at **100** per second, the user’s token, and **Wait** on 429. When it waits, press **+24 h**.',
      facts: [
        {
          text: `**${manyCalls} calls** of one window in a row, **at most one** of them refused`,
          met(facts) {
            const call = windowsOf(facts).many;
            return call ? call.shows(`the last of ${manyCalls}`) : null;
          },
          missed(facts) {
            const call = limited(facts).at(-1);
            const wanted = `${manyCalls} calls of a window that holds fewer, at most one of them refused`;
            if (!call) return null;
            const window = tightest(call);
            if (!window) return null;
            const { refused } = windowsOf(facts);
            if (refused.length > 1)
              return missBy(call, {
                headline: 'It went on asking while the window was used up',
                seen: `429 ${refused.length} times`,
                because: 'Every call before the reset is refused. Begin again with a window that is open.',
                ...{ wanted, act: openLimits },
              });
            if (window.limit >= manyCalls && call.isAccepted)
              return missBy(call, {
                headline: `This window holds ${window.limit} calls`,
                seen: seenOf(call, `${window.remaining} of ${window.limit} left`),
                wanted,
                act: openTheCall(lookUp),
              });
            // One 429, and nothing since: the person waits for the reset.
            return null;
          },
        },
      ],
      why: 'The one 429 told when to go on, and nothing was sent until then. A program that looks at svc-rate-limit-remaining can do without even that one.',
      hints: [
        'Limits, on the right: Send load.',
        'On 429 has three choices: Go on, Wait and Stop. The call is the one in Requests.',
        'Wait: it reads svc-rate-limit-reset. On the clock that is 24 hours away, so move the clock by +24 h.',
      ],
      withheld: ['switchPlan', 'jumpTo'],
      ...{ at: lookUp, filled: lookUp },
    },
    {
      title: 'Somewhere else',
      text: 'Now without help, at **another endpoint**: use a window up, and be answered in it again, with a single 429 in between.',
      facts: [
        {
          text: 'a window of another endpoint is **used up and answered again**, with **one 429** in between',
          met(facts) {
            const found = windowsOf(facts).reopened.find(
              (each) => each.isOwn && each.askedEarly === 0 && !isKnown(each.call),
            );
            return found ? found.call.shows(`${found.call.path}, one 429 before it`) : null;
          },
          missed(facts) {
            const call = limited(facts).at(-1);
            const wanted = 'calls that are answered, one 429, and an answer after the reset';
            if (!call) return null;
            const act = openTheCall(another);
            if (isKnown(call))
              return missBy(call, { headline: 'That is an endpoint of the steps before', wanted, act });
            const window = refusing(call);
            if (window) {
              const early = windowsOf(facts).refused.length;
              return early > 1
                ? missBy(call, {
                    headline: 'It was asked again before the reset',
                    seen: `429 ${early} times`,
                    wanted,
                    act,
                  })
                : null;
            }
            if (windowsOf(facts).reopened.some((each) => each.isOwn && each.askedEarly > 0))
              return missBy(call, {
                headline: 'It was answered again, after more than one 429',
                wanted,
                act,
              });
            return null;
          },
        },
      ],
      why: 'Each endpoint has windows of its own, with a length and a size that its plan sets. What to do is the same for all: stop at the first 429, read the reset, and go on then.',
      hints: [
        'Limits has a table of all endpoints: All limits.',
        'The column of the plan Basic: U is per user, A per App, and the window is 15 minutes where nothing else is said.',
        'The posts that a user likes, for example: send until the first 429, then +15 min, then send once.',
      ],
      withheld: ['switchPlan', 'jumpTo'],
      ...{ at: '#/limits/table', filled: another },
    },
  ],
};

/** The remaining calls of the user's own window. */
const ownLeft = ({ exchange }: Call): number =>
  exchange.windows.find(({ scope }) => scope === 'user')?.remaining ?? 0;

const isKnown = ({ endpointId }: Call): boolean =>
  [timeline, userLookup, 'sendDmToUser'].includes(endpointId ?? '');
