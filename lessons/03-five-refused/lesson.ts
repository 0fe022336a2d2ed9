import type { Call, Facts } from '../format/facts.ts';
import type { Fact, Lesson, Miss } from '../format/lesson.ts';
import { missBy } from '../format/miss.ts';
import { apostrophe, causeOf, clock, jsonBody, nonce, saidOf, scheme } from './causes.ts';
import type { Cause } from './causes.ts';

const app = 'Northwind Reader';

const isSigned = (call: Call): boolean => call.scheme === 'oauth';
const seen = (call: Call, facts: Facts): string => {
  const cause = causeOf(call, facts);
  return call.isAccepted ? `${call.status}` : `${call.status}${cause ? `: ${cause.words}` : ''}`;
};

interface Fixed {
  /** The operation's endpoint. */
  readonly endpointId: string;
  readonly cause: Cause;
  /** “the search”. */
  readonly what: string;
  readonly to: string;
  /** Whether the call still has its content. */
  readonly isMeant?: (call: Call) => boolean;
  readonly changed?: Pick<Miss, 'headline' | 'wanted' | 'because'>;
}

const unsigned = (call: Call, to: string): Miss =>
  missBy(call, {
    headline: 'This call is not signed',
    seen: `${call.status} for a call by ${call.scheme === 'bearer' ? 'a bearer token' : 'something else'}`,
    wanted: 'a call that is signed by OAuth 1.0a',
    because: 'Only OAuth 1.0a has a signature: a bearer token proves itself by being known.',
    act: { label: 'Choose OAuth 1.0a user', to },
  });

const refusedFor = ({ endpointId, cause, what, to }: Fixed): Fact => ({
  text: `${what} is **refused because ${cause.words}**`,
  met(facts) {
    const call = facts.calls(endpointId).find((each) => cause.isOf(each, facts));
    return call ? call.shows(cause.words) : null;
  },
  missed(facts) {
    const call = facts.calls(endpointId).at(-1);
    if (!call) return null;
    if (!isSigned(call)) return unsigned(call, to);
    const told = {
      seen: seen(call, facts),
      wanted: `a refusal because ${cause.words}`,
      act: { label: 'Open Break it', to },
    };
    return call.isAccepted
      ? missBy(call, {
          ...told,
          headline: 'It was not refused',
          because: 'The signature is the one that the platform computes, so nothing was broken.',
        })
      : missBy(call, {
          ...told,
          headline: 'It was refused for another reason',
          because: saidOf(call, facts),
        });
  },
});

const acceptedAfter = ({ endpointId, cause, what, to, isMeant = () => true, changed }: Fixed): Fact => ({
  text: `**the same** is answered when it is signed correctly`,
  met(facts) {
    const call = facts.calls(endpointId).find((each) => each.isAccepted && isSigned(each) && isMeant(each));
    return call ? call.shows('with a signature that is right') : null;
  },
  missed(facts) {
    const call = facts.calls(endpointId).at(-1);
    if (!call) return null;
    const told = {
      seen: seen(call, facts),
      wanted: `${what} again, signed and answered`,
      act: { label: 'Open the call', to },
    };
    if (call.isAccepted && !isSigned(call)) return unsigned(call, to);
    if (call.isAccepted) return changed ? missBy(call, { ...told, ...changed }) : null;
    return missBy(call, {
      ...told,
      headline: cause.isOf(call, facts)
        ? 'The same mistake is still in it'
        : 'Now it is refused for another reason',
      because: saidOf(call, facts),
    });
  },
});

const fixed = (each: Fixed): readonly [Fact, Fact] => [refusedFor(each), acceptedAfter(each)];

const address = (endpointId: string, ...parts: readonly string[]): string =>
  `#/requests/${endpointId}?${[...parts, 'auth=oauth1', 'tab=break'].join('&')}`;
const posting = (text: string): string => `body=${encodeURIComponent(JSON.stringify({ text }, null, 2))}`;

const search = address('searchRecentPosts', `query.query=${encodeURIComponent("it's")}`);
const post = address('createPost', posting('JSON stays outside'));
const me = address('getMe');
const one = address('getPost', 'path.id=2020777185899446272');
const late = address('createPost', posting('Right on time'));

/** Operations of the earlier steps, and their contents. */
const done = ['searchRecentPosts', 'createPost', 'getMe', 'getPost'];

/** A call whose signature is refused for a mistake that is none of the five. */
const isNewMistake = (call: Call, facts: Facts): boolean =>
  call.refusal?.problem === 'signatureRejected' &&
  call.exchange.trace.some(({ signature }) => signature !== undefined) &&
  !causeOf(call, facts);

const isElsewhere = ({ endpointId }: Call): boolean => endpointId !== null && !done.includes(endpointId);

const onYourOwn: Fact = {
  text: '**another operation** is refused for a mistake that was none of the five, and then answered',
  met(facts) {
    const calls = facts.calls().filter(isElsewhere);
    const mistaken = calls.filter((each) => isNewMistake(each, facts));
    const call = calls.find(
      (each) =>
        each.isAccepted &&
        isSigned(each) &&
        mistaken.some(({ at, endpointId }) => at < each.at && endpointId === each.endpointId),
    );
    return call ? call.shows(`${call.endpointId ?? ''} is fixed`) : null;
  },
  missed(facts) {
    const call = facts.calls().findLast((each) => each.endpointId !== null && isSigned(each));
    if (!call) return null;
    const told = {
      seen: `${seen(call, facts)}, ${call.endpointId ?? ''}`,
      wanted: 'another operation, refused for another mistake, and answered',
      act: { label: 'Open Requests', to: '#/requests' },
    };
    const cause = causeOf(call, facts);
    if (!isElsewhere(call))
      return missBy(call, {
        ...told,
        headline: 'You have fixed this operation before',
        because: 'The four operations of the steps before do not count here.',
      });
    if (call.isAccepted)
      return missBy(call, {
        ...told,
        headline: 'It was not refused before',
        because: 'The signature is the one that the platform computes, so nothing was broken.',
      });
    if (cause)
      return missBy(call, {
        ...told,
        headline: 'This mistake was one of the five',
        because: saidOf(call, facts),
      });
    if (!isNewMistake(call, facts))
      return missBy(call, { ...told, headline: 'It was refused for something other than its signature' });
    return missBy(call, {
      ...told,
      headline: 'Refused for a new mistake: now send it correctly',
      because: saidOf(call, facts),
    });
  },
};

export const lesson: Lesson = {
  number: 3,
  slug: 'five-refused',
  group: 'Signing',
  title: 'Five refused requests',
  minutes: 8,
  searchedFor: [
    'signature fails with an apostrophe',
    'could not authenticate you, code 32',
    'nonce already used',
    'timestamp out of bounds, code 135',
  ],
  about:
    'Five requests are refused, each for a mistake that cost somebody two days. You make each of them happen, read what the Doctor finds, and send the same request correctly.',
  start: {
    about: `App ${app} on the plan Pro; @mira_holm has signed in to it.`,
    ...{ scenario: 'small', seed: 'lesson-3', at: '2026-03-02T09:00:00Z', app, as: 'mira_holm' },
  },
  asksDoctor: true,
  steps: [
    {
      title: 'An apostrophe',
      text: "A search for `it's` is refused, one for `it is` never was. In **Break it**, turn on **Marks left unencoded**, press **Send**, and read why. Then press **Put it right and send**.",
      facts: fixed({
        ...{ endpointId: 'searchRecentPosts', cause: apostrophe, what: 'the search', to: search },
        isMeant: (call) => /'/.test(call.query.get('query') ?? ''),
        changed: {
          headline: 'The apostrophe is gone',
          wanted: 'the same search, with its apostrophe',
          because: 'Another search is answered, and the one with an apostrophe would still be refused.',
        },
      }),
      why: 'RFC 3986 leaves letters, digits and four marks as they are, and the apostrophe is none of them. encodeURIComponent is made for another rule, so it needs five more characters encoded.',
      hints: [
        'The tab Break it has a list of mistakes, each with a switch.',
        'The switch is Marks left unencoded.',
        "Send with the switch on, then with all switches off: the query is it's both times.",
      ],
      ...{ at: search, filled: search, withheld: ['correctSignature'] },
    },
    {
      title: 'A JSON body',
      text: 'Code that signed forms for years now posts JSON, and is refused. Turn on **JSON body in the base string**, press **Send**, and read why. Then post the same text correctly.',
      facts: fixed({ endpointId: 'createPost', cause: jsonBody, what: 'the post', to: post }),
      why: 'A signature covers the fields of a form, since they are parameters; it leaves out a body of any other type. So the base string of a JSON call ends with its header and its query.',
      hints: [
        'It is the same list of switches, for another call.',
        'The switch is JSON body in the base string.',
        'Send with the switch on: 401. Send with it off: 201, and the post is there.',
      ],
      ...{ at: post, filled: post, withheld: ['correctSignature'] },
    },
    {
      title: 'http behind a proxy',
      text: 'A server behind a proxy sees `http`, although the world calls it by `https`. Turn on **Signed as http**, press **Send**, and read why. Then sign what was really called.',
      facts: fixed({ endpointId: 'getMe', cause: scheme, what: 'the call', to: me }),
      why: 'The address is part of the base string, with its scheme, its host and its path. One letter of it is enough for another signature, and the answer does not say which.',
      hints: [
        'The switch is in the group Signature.',
        'It is called Signed as http, and changes nothing but the signature.',
        'Compare the base strings: one begins with GET&http%3A, the other with GET&https%3A.',
      ],
      ...{ at: me, filled: me, withheld: ['correctSignature'] },
    },
    {
      title: 'A nonce, twice',
      text: 'A program tries again by sending the same header again. Press **Send** once; then turn on **Replayed nonce** and press **Send**. It is refused although its signature is right. Then sign it again, with a new nonce.',
      facts: fixed({ endpointId: 'getPost', cause: nonce, what: 'the call', to: one }),
      why: 'A nonce is taken once for each timestamp, App and token, so nobody can record a call and send it again. Each try needs a signature of its own.',
      hints: [
        'The switch can be used after the call was sent correctly.',
        'Replayed nonce takes nonce and timestamp of the call before.',
        'Three calls: correctly, with the switch on, and with it off.',
      ],
      ...{ at: one, filled: one, withheld: ['correctSignature'] },
    },
    {
      title: 'A clock ten minutes off',
      text: 'Everything is right except the machine’s clock. Turn on **Stale timestamp**, press **Send**, and look at the code, which is another one. Then send the post with the right time.',
      facts: fixed({ endpointId: 'createPost', cause: clock, what: 'the post', to: late }),
      why: 'The platform takes timestamps up to 300 seconds off, and looks at them before it looks at the signature. Its own time is in the date header of every answer, refusals too.',
      hints: [
        'There are two switches about time, and either will do.',
        'They are Stale timestamp and Timestamp from the future.',
        'The code is 135, not 32: the platform says openly that it is the time.',
      ],
      ...{ at: late, filled: late, withheld: ['correctSignature'] },
    },
    {
      title: 'A sixth, of your own',
      text: 'Now without a filled-in call: choose an operation that no step has used, have its **signature** refused for a mistake that was **none of the five**, and send it correctly.',
      facts: [onYourOwn],
      why: 'For every signature error the answer is code 32 and nothing more. What you can do is what you have done here: compare the two base strings, or ask the Doctor.',
      hints: [
        'Choose the operation under Endpoints, and open Break it again.',
        'Under Signature are mistakes that you have not tried, such as a wrong secret.',
        'Look a user up by OAuth 1.0a user with Wrong token secret on; then turn it off and send.',
      ],
      at: '#/requests',
      filled: address('getUserByUsername', 'path.username=aiko_tan'),
      withheld: ['correctSignature'],
    },
  ],
};
