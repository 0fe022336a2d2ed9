import { isRecord } from '../../engine/inside.ts';
import { clockTime } from '../format/facts.ts';
import type { Call, Evidence, Facts, Visit } from '../format/facts.ts';
import type { Fact, Lesson, Miss } from '../format/lesson.ts';
import { appOf, missBy, userOf } from '../format/miss.ts';
import {
  app,
  appId,
  host,
  otherApp,
  owner,
  placeOfEffect,
  placeOfHex,
  placeOfUnverified,
  placeReceiver,
  url,
} from './receiver.ts';

const signatureHeader = 'svc-webhooks-signature';
const webhooks = '#/webhooks';
const program = (line: number): string => `#/webhooks/receiver/${host}?line=${line}`;
const register = '#/webhooks/register';
const registration = `#/requests/registerWebhook?body=${encodeURIComponent(JSON.stringify({ url }, null, 2))}&app=${appId}&auth=app`;
const post = `#/requests/createPost?body=${encodeURIComponent(JSON.stringify({ text: 'The ferry runs again.' }, null, 2))}&app=${appId}&as=${owner}&auth=oauth1`;

const toProgram = (line: number) => ({ label: 'Open the receiver', to: program(line) });

const registrations = (facts: Facts): readonly Call[] => facts.calls('registerWebhook');

/** The platform's requests to a receiver before this call was answered. */
const challengeOf = (call: Call, facts: Facts): Call | undefined =>
  facts.callsOut().findLast((each) => each.at < call.at && each.query.has('crc_token'));

/** The error in the answer to a challenge, judged by the answer alone. */
function flawOf(challenge: Call): string {
  const { status, answer } = challenge;
  if (status === 0) return 'The receiver gave no answer';
  if (status !== 200) return `The receiver answered the challenge with ${status}`;
  const value = answer['response_token'];
  if (typeof value !== 'string') return 'The answer has no response_token';
  if (!value.startsWith('sha256=')) return 'The prefix sha256= is missing';
  if (/^sha256=[\da-f]{64}$/i.test(value)) return 'The value is still in hex';
  return 'The value is the HMAC of something else';
}

const refusedProof: Fact = {
  text: 'a registration is **refused for its challenge**',
  met(facts) {
    const call = registrations(facts).find(({ problem }) => problem === 'crcValidationFailed');
    return call ? call.shows('the challenge was not answered as it has to be') : null;
  },
  missed(facts) {
    const call = registrations(facts).at(-1);
    if (!call) return null;
    if (call.isAccepted)
      return missBy(call, {
        headline: 'It was registered at once',
        wanted: `the receiver at ${host} as it is, and its refusal`,
        act: toProgram(placeOfHex),
      });
    return missBy(call, {
      headline: 'It was refused before anything was asked',
      wanted: `a registration of ${url} by ${app}`,
      act: { label: 'Open the call filled in', to: registration },
    });
  },
};

const registered: Fact = {
  text: 'the webhook is **registered and valid**',
  met(facts) {
    const made = facts.rows('webhooks').find(({ before, after }) => after?.valid && !before?.valid);
    return made ? { at: made.at, sequence: null, told: `valid since ${clockTime(made.time)}` } : null;
  },
  missed(facts) {
    const call = registrations(facts).at(-1);
    if (!call || call.isAccepted) return null;
    const challenge = call.problem === 'crcValidationFailed' ? challengeOf(call, facts) : undefined;
    return missBy(call, {
      headline: challenge ? flawOf(challenge) : 'The registration was refused',
      wanted: 'the challenge answered in Base64, and 200',
      act: challenge ? toProgram(placeOfHex) : { label: 'Open the call filled in', to: registration },
    });
  },
};

const deliveries = (facts: Facts): readonly Call[] =>
  facts.callsOut().filter((call) => call.header(signatureHeader) !== undefined);

const subscribed: Fact = {
  text: 'an account is **subscribed**',
  met(facts) {
    const call = facts.calls('subscribe').find(({ isAccepted }) => isAccepted);
    return call ? call.shows(`${userOf(call, facts)} is subscribed`) : null;
  },
  missed(facts) {
    const call = facts.calls('subscribe').at(-1);
    if (!call) return missedPost(facts, 'Nobody is subscribed yet', 'a subscription first, and a post then');
    return missBy(call, {
      headline: 'The subscription was refused',
      wanted: `a call of a user of ${app}, whose permission includes Direct Messages`,
      act: { label: 'Open Webhooks', to: webhooks },
    });
  },
};

function missedPost(facts: Facts, headline: string, wanted: string): Miss | null {
  const call = facts.calls('createPost').findLast(({ isAccepted }) => isAccepted);
  return call
    ? missBy(call, {
        ...{ headline, wanted },
        seen: `a post of ${userOf(call, facts)}, and no delivery`,
        because: 'An event goes to the webhooks that its account is subscribed to.',
        act: { label: 'Open Webhooks', to: webhooks },
      })
    : null;
}

const delivered: Fact = {
  text: 'its event is delivered, and **answered with 200**',
  met(facts) {
    const call = deliveries(facts).find(({ status }) => status === 200);
    return call ? call.shows('the event was acknowledged') : null;
  },
  missed(facts) {
    const call = deliveries(facts).at(-1);
    if (!call) {
      const other = facts.calls('createPost').findLast((each) => each.isAccepted);
      const by = other && userOf(other, facts);
      return by && by !== `@${owner}`
        ? missedPost(facts, `That was a post of ${by}`, 'a post of the account that is subscribed')
        : null;
    }
    return missBy(call, {
      headline: 'The delivery was not acknowledged',
      wanted: 'a 200 of the receiver',
      act: toProgram(placeOfUnverified),
    });
  },
};

type Came = Facts['visits'][number];

const statusOf = ({ result }: Visit): number => ('status' in result ? result.status : 0);
const isTaken = (visit: Visit): boolean => statusOf(visit) >= 200 && statusOf(visit) < 300;
const isRefused = (visit: Visit): boolean => statusOf(visit) >= 400 && statusOf(visit) < 500;
const headerOf = ({ request }: Visit): string | undefined =>
  request.headers.find(([name]) => name.toLowerCase() === signatureHeader)?.[1];
/** Whether its header looks like a signature. */
const isShaped = (visit: Visit): boolean => /^sha256=[A-Za-z0-9+/]{43}=$/.test(headerOf(visit) ?? '');

/** The deliveries to a receiver since its program was last saved. */
function cameTo(facts: Facts, isOfIt: (host: string) => boolean): readonly Came[] {
  const saved = facts.rows('receivers').findLast(({ after }) => after !== undefined && isOfIt(after.host));
  return facts.visits.filter(
    (visit) => visit.at > (saved?.at ?? -1) && isOfIt(visit.host) && visit.request.method === 'POST',
  );
}

function wronglyTaken(visit: Came, by: string): Miss {
  const [headline, seen] = isShaped(visit)
    ? ['A forged delivery was taken', `${statusOf(visit)} for a signature of something else`]
    : headerOf(visit) === undefined
      ? [
          'A delivery without a signature was taken',
          `${statusOf(visit)} for a delivery without ${signatureHeader}`,
        ]
      : ['A header without a signature in it was taken', `${statusOf(visit)} for ${headerOf(visit)}`];
  return {
    ...{ headline, seen, sequence: null },
    wanted: '401 for all that the platform did not sign',
    because: `The header has to be sha256= and the Base64 of the HMAC over these very bytes, with the consumer secret of ${by}.`,
    act: toProgram(placeOfUnverified),
  };
}

const broken = (visit: Came, headline: string): Miss => ({
  headline,
  seen: statusOf(visit) === 0 ? 'no answer' : `${statusOf(visit)} of the receiver`,
  wanted: '401 for a forgery, and 200 for what is signed',
  because: 'What a program throws is a 500 to the caller, who takes it for an outage and tries again.',
  sequence: null,
  act: toProgram(placeOfUnverified),
});

const forgeriesRefused: Fact = {
  text: '**every forgery is refused**: one with another body, and one without a signature',
  met(facts) {
    const forged = cameTo(facts, (name) => name === host).filter(({ signedBy }) => signedBy !== app);
    const another = forged.find((visit) => isShaped(visit) && isRefused(visit));
    const bare = forged.find((visit) => headerOf(visit) === undefined && isRefused(visit));
    if (!another || !bare || forged.some(isTaken)) return null;
    const last = another.at > bare.at ? another : bare;
    return { at: last.at, sequence: null, told: `refused with ${statusOf(last)} at ${clockTime(last.time)}` };
  },
  missed(facts) {
    const forged = cameTo(facts, (name) => name === host).filter(({ signedBy }) => signedBy !== app);
    const taken = forged.find(isTaken);
    if (taken) return wronglyTaken(taken, app);
    const other = forged.find((visit) => !isRefused(visit));
    if (other) return broken(other, 'The receiver failed on a forgery');
    return null;
  },
};

const signedTaken: Fact = {
  text: 'a delivery that is **signed** is taken',
  met(facts) {
    const visit = cameTo(facts, (name) => name === host).find(
      (each) => each.signedBy === app && isTaken(each),
    );
    return visit ? took(visit) : null;
  },
  missed(facts) {
    const refused = cameTo(facts, (name) => name === host).findLast(({ signedBy }) => signedBy === app);
    return refused
      ? { ...broken(refused, 'The signed delivery is refused too'), because: signedBecause }
      : null;
  },
};

const signedBecause =
  'Its header is sha256= and the Base64 of the HMAC-SHA256 over the bytes as they came, with the consumer secret.';
const took = ({ at, time, result }: Came): Evidence => ({
  ...{ at, sequence: null },
  told: `${'status' in result ? result.status : ''} at ${clockTime(time)}`,
});

/** Deliveries of an event, and how often the receiver processed its posts. */
interface Repeated {
  readonly last: Call;
  readonly times: number;
  readonly acted: number;
}

/** The ids that the receiver stores under `thanked`, as they are now. */
function thanked(facts: Facts): readonly string[] {
  const item = facts.rows('receiver_items').findLast(({ after }) => after?.key === 'thanked')?.after;
  const ids: unknown = item ? JSON.parse(item.value) : [];
  return Array.isArray(ids) ? ids.map(String) : [];
}

function repeats(facts: Facts): readonly Repeated[] {
  const ids = thanked(facts);
  const byEvent = new Map<string, Call[]>();
  for (const call of deliveries(facts)) {
    const id = String(call.sent['event_id']);
    byEvent.set(id, [...(byEvent.get(id) ?? []), call]);
  }
  return [...byEvent.values()].flatMap((calls) => {
    const last = calls.at(-1);
    const posts = last?.sent['post_create_events'];
    if (!last || !Array.isArray(posts)) return [];
    const ofEvent = posts.flatMap((each: unknown) => (isRecord(each) ? [String(each['id'])] : []));
    return [{ last, times: calls.length, acted: ids.filter((id) => ofEvent.includes(id)).length }];
  });
}

const once: Fact = {
  text: 'an event comes **more than once**, and its post is thanked **once**',
  met(facts) {
    const found = repeats(facts).find(
      ({ last, times, acted }) => last.isAccepted && times > 1 && acted === 1,
    );
    return found ? found.last.shows(`${found.times} deliveries of one event, acted on once`) : null;
  },
  missed(facts) {
    const newest = repeats(facts).at(-1);
    if (!newest) return null;
    const { last, times, acted } = newest;
    if (last.status >= 400)
      return missBy(last, {
        headline: `The receiver answered ${last.status}`,
        wanted: 'a 200, for what it has seen before too',
        because: 'Only a 200 acknowledges a delivery: after any other answer, the platform delivers again.',
        act: toProgram(placeOfEffect),
      });
    if (times === 1)
      return last.isAccepted
        ? missBy(last, {
            headline: 'That event came once',
            seen: 'one delivery, acknowledged',
            wanted: 'the same event again: Send it twice does it',
            act: { label: 'Open Webhooks', to: webhooks },
          })
        : null;
    return missBy(last, {
      headline: acted === 0 ? 'Nobody was thanked' : `The same post was thanked ${acted} times`,
      seen: `${times} deliveries of one event, acted on ${acted === 0 ? 'never' : `${acted} times`}`,
      wanted: 'the id of the post in thanked, once',
      because:
        'An answer that is lost looks to the platform like none, so it delivers again under the same event_id. Two are lost in this step; after that, Send it twice repeats an event.',
      act: toProgram(placeOfEffect),
    });
  },
};

const otherRegistered: Fact = {
  text: `a webhook of **${otherApp}** is registered`,
  met(facts) {
    const call = registrations(facts).find((each) => each.isAccepted && appOf(each, facts) === otherApp);
    // The deliveries count before it too: a receiver can be tried before it is registered.
    return call ? { ...call.shows(`for ${otherApp}`), at: -1 } : null;
  },
  missed(facts) {
    const call = registrations(facts).at(-1);
    if (!call) return null;
    const by = appOf(call, facts);
    const isOther = by !== otherApp;
    const challenge = call.problem === 'crcValidationFailed' ? challengeOf(call, facts) : undefined;
    return missBy(call, {
      headline: isOther
        ? `That was a call of ${by}`
        : challenge
          ? flawOf(challenge)
          : 'The registration was refused',
      wanted: `a registration by ${otherApp}, answered with 201`,
      act: { label: 'Open Webhooks', to: register },
    });
  },
};

const otherVerifies: Fact = {
  text: 'its receiver takes a delivery that is signed, and **refuses one that is not**',
  met(facts) {
    const came = cameTo(facts, () => true);
    const signed = came.find((each) => each.signedBy === otherApp && isTaken(each));
    const atHost = came.filter((each) => each.host === signed?.host && each.signedBy !== otherApp);
    const refused = atHost.find(isRefused);
    if (!signed || !refused || atHost.some(isTaken)) return null;
    return took(signed.at > refused.at ? signed : refused);
  },
  missed(facts) {
    const came = cameTo(facts, () => true);
    const forged = came.filter(({ signedBy }) => signedBy !== otherApp);
    const taken = forged.find(isTaken);
    if (taken) return { ...wronglyTaken(taken, otherApp), act: { label: 'Open Webhooks', to: webhooks } };
    const signed = came.findLast((each) => each.signedBy === otherApp && !isTaken(each));
    return signed
      ? {
          ...broken(signed, 'The signed delivery is refused too'),
          because: signedBecause,
          act: { label: 'Open Webhooks', to: webhooks },
        }
      : null;
  },
};

export const lesson: Lesson = {
  number: 10,
  slug: 'prove-your-url',
  group: 'Events',
  title: 'Prove it is your URL, trust no delivery',
  minutes: 8,
  searchedFor: [
    'CrcValidationFailed although my server answers 200',
    'webhook signature does not match',
    'webhook delivered twice',
  ],
  about:
    'This registration is refused: find out why. Then the receiver takes whatever it is sent, as often as it comes. You have it verify each delivery, and act once on an event that is delivered three times.',
  start: {
    about: `${app} on the plan Pro, and a program at ${host} that answers with three mistakes.`,
    ...{ scenario: 'small', seed: 'lesson-10', at: '2026-03-02T09:00:00Z', app, as: owner },
    arrange: placeReceiver,
  },
  steps: [
    {
      title: 'Register, and be refused',
      text: `A program answers at \`${host}\`. Register its address, \`${url}\`. The platform asks it a question first, a **challenge**, and refuses the answer. Read which rules it keeps.`,
      facts: [refusedProof],
      why: 'The platform sends a random token and wants its HMAC under the consumer secret. Only the holder of that secret can answer, so nobody can register an address that belongs to somebody else.',
      hints: [
        'Register a webhook is the first thing in Webhooks.',
        'The address is in the field already, where the receiver answers.',
        `It is ${url}. Press Register, and leave the program as it is.`,
      ],
      ...{ at: register, filled: registration },
    },
    {
      title: 'Answer the challenge',
      text: 'The right bytes were sent, in the wrong encoding: **hex**, where **Base64** is wanted. Fix `answerChallenge` in the program, press **Save**, and register again.',
      facts: [registered],
      why: 'The value is the same 32 bytes, written differently: 64 hexadecimal digits or 44 characters of Base64. The platform asks again each hour, and an answer that is not right makes the webhook invalid at once.',
      hints: [
        'The receiver’s program opens in Webhooks, under Receivers.',
        'The answer is made in the line with response_token.',
        'Write base64(mac) in place of hex(mac): the function is at the end of the program already.',
      ],
      ...{ at: program(placeOfHex), filled: program(placeOfHex), withheld: ['changeReceiver'] },
    },
    {
      title: 'Have an event delivered',
      text: `Nothing is delivered for an account that is not subscribed. Open the webhook and press **Subscribe @${owner}**. Then post something as @${owner}, in **Requests**.`,
      facts: [subscribed, delivered],
      why: 'A post of a subscribed account became an event, and the platform sent it to the address that had proved itself. A 200 within ten seconds acknowledges it, and anything else is tried again.',
      hints: [
        'The webhook says above its deliveries that nobody is subscribed.',
        `The App has a token of @${owner} already. Posts are made in Requests, with POST /2/posts.`,
        'Authorization is OAuth 1.0a, as the post is of a person; any text will do.',
      ],
      ...{ at: webhooks, filled: post },
    },
    {
      title: 'Refuse what is forged',
      text: 'Anyone can send something to this address. Have the program compare the header `svc-webhooks-signature` with its own value over the **raw bytes**, and answer **401** where they differ. **Save**, open the webhook and its event, press **Forge one**, and then **Send five forgeries**.',
      facts: [forgeriesRefused, signedTaken],
      why: 'The signature covers the bytes as they were sent, so one changed character gives another value. A check that is left out when the header is missing verifies nothing, because a forger leaves it out.',
      hints: [
        'The program reads the body as bytes, and marks where nothing is verified yet.',
        'sign(body) gives the bytes of the HMAC; base64() writes them, and sha256= goes before them.',
        'The value is sha256= and then base64(await sign(body)). Where the header is another, or missing, return new Response("No.", { status: 401 }).',
      ],
      ...{ at: program(placeOfUnverified), filled: program(placeOfUnverified) },
    },
    {
      title: 'Act once',
      text: `From now on the answers to two deliveries get lost on the way, so the platform sends the event again, after 1 s and after 5 s. Have the program remember **\`event_id\`** in \`storage\` and thank **once**. Then post as @${owner} and wait 6 s.`,
      facts: [once],
      why: 'The platform cannot know whether an answer was lost before or after the work, so it delivers at least once. The event_id is the same each time, and the receiver is the only one who can tell that it has acted.',
      hints: [
        'storage.get and storage.set keep values from one delivery to the next.',
        'Read a list of the ids that were seen; where event.event_id is among them, answer 200 without thanking.',
        'Add the id after thank(event), not before: what fails in between is then repeated, not lost.',
      ],
      failures: [
        ['activityDelivery', { type: 'lost' }],
        ['activityDelivery', { type: 'lost' }],
      ],
      ...{ at: program(placeOfEffect), filled: post },
    },
    {
      title: 'The same for another App',
      text: `**${otherApp}** is to have a webhook of its own, at a host of its own. Its receiver takes what ${otherApp} signs, and nothing else. **Send a test delivery** in the receiver’s console shows both.`,
      facts: [otherRegistered, otherVerifies],
      why: 'Each App signs with its own consumer secret, so a receiver is written for one of them. What is signed for another App is a forgery there, however right its HMAC is.',
      hints: [
        'The App is chosen at the top of the page. New receiver is in Webhooks, under Receivers.',
        `The program is the one that you have, with the consumer secret of ${otherApp}.`,
        'A ready-made one does it as well: Correct, with the consumer secret of this App chosen above it.',
      ],
      ...{ at: webhooks, filled: '#/webhooks/receiver' },
    },
  ],
};
