import type { Call, Evidence, Facts } from '../format/facts.ts';
import type { Fact, Lesson, Miss } from '../format/lesson.ts';

const app = 'Northwind Reader';
const lookup = 'getUserByUsername';
const at = `#/requests/${lookup}?path.username=mira_holm&auth=app`;

const lookups = (facts: Facts): readonly Call[] => facts.calls(lookup);
const name = (call: Call): string => `@${decodeURIComponent(call.path.split('/').at(-1) ?? '')}`;

/** Why a lookup that should have been answered was refused. */
function refusedLookup(facts: Facts): Miss | null {
  const call = lookups(facts).findLast(({ isAccepted }) => !isAccepted);
  if (!call) return null;
  const isWrong = call.problem === 'tokenInvalid';
  return {
    headline: isWrong ? 'The token is still a wrong one' : 'The lookup was refused',
    seen: `${call.status} for ${name(call)}`,
    wanted: 'an answer with 200',
    because: call.because,
    sequence: call.exchange.sequence,
    act: { label: 'Open the call as it was', to: at },
  };
}

const answered = (
  text: string,
  told: (call: Call) => string,
  fits: (call: Call) => boolean = () => true,
): Fact => ({
  text,
  met(facts): Evidence | null {
    const call = lookups(facts).find((each) => each.isAccepted && each.scheme === 'bearer' && fits(each));
    return call ? call.shows(told(call)) : null;
  },
  missed(facts) {
    const other = lookups(facts).findLast((each) => each.isAccepted);
    if (!other) return refusedLookup(facts);
    if (other.scheme !== 'bearer')
      return {
        headline: 'It was answered, but not for the bearer token',
        seen: `200 for a call that was authorised by ${other.scheme === 'oauth' ? 'OAuth 1.0a' : 'something else'}`,
        wanted: 'the bearer token of the App',
        because: other.because,
        sequence: other.exchange.sequence,
        act: { label: 'Choose Bearer', to: at },
      };
    return {
      headline: 'It was answered, for the same user as before',
      seen: `200 for ${name(other)}`,
      wanted: 'another name in the path',
      because: other.because,
      sequence: other.exchange.sequence,
      act: { label: 'Open the call', to: at },
    };
  },
});

export const lesson: Lesson = {
  number: 1,
  slug: 'first-call',
  group: 'Signing',
  title: 'Your first call, broken and fixed',
  minutes: 4,
  searchedFor: [
    '401 that says only “Unauthorized”',
    'invalid or expired token',
    'how do I use a bearer token',
  ],
  about:
    'A working lookup is the basis of everything else. You send one, take a character off its token, read what the platform answers, and fix it.',
  start: {
    about: `App ${app} on the plan Pro, with its bearer token at hand.`,
    ...{ scenario: 'small', seed: 'lesson-1', at: '2026-03-02T09:00:00Z', app, as: 'mira_holm' },
  },
  steps: [
    {
      title: 'Send a lookup',
      text: 'Everything is filled in: the path asks for **@mira_holm**, and **Bearer** sends the token of the App. Press **Send** and look at the answer.',
      facts: [
        answered(
          'a lookup is **answered with 200** for the bearer token',
          (call) => `${name(call)} was found`,
        ),
      ],
      why: 'The platform looked the token up and found the App that it belongs to. An App’s own token may read what is public, and a profile is.',
      hints: [
        'The call is in Requests, and Send is at the end of its address.',
        'Authorization is set to Bearer; the path ends in the name that is looked up.',
        'The name is mira_holm, without an @: the @ is how people write it, not part of the name.',
      ],
      ...{ at, filled: at },
    },
    {
      title: 'Break the token',
      text: 'A copied token often lacks its last character. Open **Values** beside Bearer, take one character off the end of `bearer_token`, and press **Send**.',
      facts: [
        {
          text: 'a lookup is **refused because the token is unknown**',
          met(facts) {
            const call = lookups(facts).find(
              (each) => each.status === 401 && each.problem === 'tokenInvalid',
            );
            return call ? call.shows('no such token') : null;
          },
          missed(facts) {
            const call = lookups(facts).at(-1);
            if (!call) return null;
            const { sequence } = call.exchange;
            const act = { label: 'Open the call', to: at };
            if (call.isAccepted)
              return {
                headline: 'The token was a good one',
                seen: `${call.status} for ${name(call)}`,
                wanted: 'a refusal with 401',
                because: call.because,
                ...{ sequence, act },
              };
            return {
              headline: 'It was refused, but not for its token',
              seen: `${call.status} ${call.problem ?? ''}`.trim(),
              wanted: 'a bearer token that was never issued',
              because: call.because,
              ...{ sequence, act },
            };
          },
        },
      ],
      why: 'A bearer token is compared as a whole: one character less is a different token, and that one was never issued. The platform answers 401, since it does not know who calls.',
      hints: [
        'Look at the line Authorization, under the address.',
        'Values opens the fields that the request is authorised with. The one that counts is bearer_token.',
        'Delete its last character. Any change will do, since the token has to be equal from its first character to its last.',
      ],
      ...{ at, filled: at },
    },
    {
      title: 'Fix it',
      text: 'The answer gives a code, and the **X-ray** says at which step the platform stopped. Put the token back as it was (**Back to the real ones** in Values does it), and send the **same call** again.',
      facts: [
        answered('the same lookup is **answered with 200** again', (call) => `${name(call)} was found again`),
      ],
      why: 'Only the token had been wrong, so nothing else had to change. A 401 is about who calls; what is called is not checked until that is known.',
      hints: [
        'Values still shows the field that was changed.',
        'bearer_token must be the one that the App was given.',
        'Press Back to the real ones in Values: the page takes the token from its vault again, where it was never changed.',
      ],
      ...{ at, filled: at },
    },
    {
      title: 'Look somebody else up',
      text: 'Now without a filled-in call: look up **@aiko_tan** in the same way. Only the end of the path is different.',
      facts: [
        answered(
          '**another user** is found with the same token',
          (call) => `${name(call)} was found`,
          (call) => name(call) !== '@mira_holm',
        ),
      ],
      why: 'The token says who calls, the path says what is wanted. Any program that holds the token can read every public profile with it, which is why it is a secret.',
      hints: [
        'The path is edited in the address line or in the table of parameters.',
        'The parameter is username.',
        'Write aiko_tan: the lookup takes the name as it is shown behind the @.',
      ],
      at,
      filled: `#/requests/${lookup}?path.username=aiko_tan&auth=app`,
    },
  ],
};
