import { encodeRfc3986 } from '../../engine/inside.ts';
import type { Call, Facts } from '../format/facts.ts';
import type { Fact, Lesson, Miss } from '../format/lesson.ts';
import { inBrief, missBy, writtenDown } from '../format/miss.ts';
import { baseString, encoded, encoding, key, parameters, said, secret } from './named.ts';
import type { Written } from './named.ts';

const app = 'Northwind Reader';

const search = `#/requests/searchRecentPosts?query.query=${encodeURIComponent(`"${said}"`)}&auth=oauth1&tab=signature`;
const post = `#/requests/createPost?body=${encodeURIComponent(JSON.stringify({ text: said }, null, 2))}&auth=oauth1&tab=signature`;
const token = `#/requests/free-form?method=POST&url=${encodeURIComponent('/oauth/request_token')}`;
const tokenFilled = `${token}&body=${encodeURIComponent('oauth_callback=oob')}&auth=consumer&tab=signature`;

const isSigned = (call: Call): boolean => call.scheme === 'oauth';
const notSigned = (call: Call, to: string): Miss =>
  missBy(call, {
    headline: 'It was answered, but not for a signed call',
    seen: `${call.status} for a call by ${call.scheme === 'bearer' ? 'a bearer token' : 'something else'}`,
    wanted: 'a call that is signed by OAuth 1.0a',
    because: 'A bearer token is sent as it is, and nothing of the call is signed.',
    act: { label: 'Choose OAuth 1.0a user', to },
  });

const signedSearch: Fact = {
  text: 'a **signed** search is answered with 200',
  met(facts) {
    const call = facts.calls('searchRecentPosts').find((each) => each.isAccepted && isSigned(each));
    return call ? call.shows('its signature is the one that the platform computed') : null;
  },
  missed(facts) {
    const call = facts.calls('searchRecentPosts').at(-1);
    if (!call) return null;
    if (call.isAccepted) return notSigned(call, search);
    return missBy(call, {
      headline: 'The search was refused',
      wanted: 'an answer with 200',
      act: { label: 'Open the call', to: search },
    });
  },
};

/** The first position at which two texts differ, from 1. */
function partsAt(text: string, right: string): number {
  let at = 0;
  while (at < text.length && text[at] === right[at]) at++;
  return at + 1;
}

/** Quotes and line ends that copying adds around a text. */
const bare = (text: string): string =>
  text.replace(/[\r\n]+[ \t]*/g, '').replace(/^\s*[`"“]?|[`"”]?\s*$/g, '');

interface Asked {
  readonly text: string;
  readonly told: string;
  readonly written: Written;
  readonly wanted: string;
  /** Checked before the doctor is asked. */
  readonly seenAtOnce?: (text: string) => Pick<Miss, 'headline' | 'because'> | null;
  readonly to: string;
}

const byHand = ({ text, told, written, wanted, seenAtOnce, to }: Asked): Fact =>
  writtenDown({
    ...{ text, told },
    isRight: (given) => bare(given) === written.right,
    missed(typed, facts) {
      const given = bare(typed);
      const at = partsAt(given, written.right);
      const around = given.slice(Math.max(0, at - 12), at + 12);
      return {
        seen: around === '' ? 'the end of it, too early' : `…${around}… at character ${at}`,
        wanted,
        act: { label: 'See it in Signature', to },
        ...(seenAtOnce?.(given) ?? byDoctor(facts, written, given) ?? unknown(at)),
      };
    },
  });

function byDoctor(facts: Facts, { request, authorization, baseStringOf }: Written, given: string) {
  const reason = facts.doctor?.reasonOf(request, authorization, baseStringOf(given));
  return reason ? { headline: reason.title, because: reason.cause } : null;
}

const unknown = (at: number) => ({
  headline: `It differs from the right one at character ${at}`,
  because: 'No mistake that the Doctor knows leads to this text.',
});

const ofTheText = (text: string) => {
  if (!text.includes('%'))
    return {
      headline: 'Nothing is encoded yet',
      because: 'Everything but letters, digits and `- . _ ~` becomes a percent sign and two hex digits.',
    };
  if (text === encodeRfc3986(encoded))
    return {
      headline: 'It is encoded twice',
      because: 'A percent sign from the first encoding became %25. That comes later, with the base string.',
    };
  return null;
};

const sorted = (text: string): string => text.split('&').sort().join('&');

const ofTheParameters = (text: string) =>
  sorted(text) === sorted(parameters.right)
    ? {
        headline: 'The parameters are not sorted by name',
        because:
          'Those of the header and those of the query are one list, in the order of their encoded names.',
      }
    : null;

const ofTheBaseString = (text: string) =>
  text === parameters.right
    ? {
        headline: 'These are the parameters alone',
        because: 'A base string is the method, the address and the parameters, with & between them.',
      }
    : null;

const keyWritten = writtenDown({
  text: 'you wrote down **the signing key**',
  told: 'a secret, and an & with nothing after it',
  isRight: (text) => text.trim() === key,
  missed(text) {
    const told = {
      seen: inBrief(text),
      wanted: 'both secrets, each encoded, with & between them',
      act: { label: 'See it in Signature', to: search },
    };
    if (text === secret)
      return {
        ...told,
        headline: 'The & is missing',
        because: 'The & stands between the two secrets, also where the second one is empty.',
      };
    if (text === encodeRfc3986(key))
      return {
        ...told,
        headline: 'The & is encoded',
        because: 'Each secret is encoded by itself, and the & between them is not.',
      };
    if (text.startsWith(key))
      return {
        ...told,
        headline: 'Something follows the &',
        because:
          'A call without a token has no second secret, and neither a word nor a blank takes its place.',
      };
    return {
      ...told,
      headline: 'It does not begin with the API secret',
      because: `The key begins with the API secret of the App, ${secret}.`,
    };
  },
});

const posted: Fact = {
  text: 'the text is **posted as JSON** by a signed call',
  met(facts) {
    const call = facts
      .calls('createPost')
      .find((each) => each.isAccepted && isSigned(each) && each.sent['text'] === said);
    return call ? call.shows('nothing of its body was signed') : null;
  },
  missed(facts) {
    const call = facts.calls('createPost').at(-1);
    if (!call) return null;
    const told = { wanted: `a post with the text ${said}`, act: { label: 'Open the call', to: post } };
    if (call.isAccepted && !isSigned(call)) return notSigned(call, post);
    if (call.isAccepted)
      return missBy(call, {
        ...told,
        headline: 'Another text was posted',
        seen: inBrief(JSON.stringify(call.sent['text'] ?? null)),
        because: 'The post has the text that is in the body, character by character.',
      });
    if (call.problem === 'duplicatePost')
      return missBy(call, { ...told, headline: 'The same text was posted before' });
    return missBy(call, {
      ...told,
      headline:
        call.problem === 'unsupportedMediaType' ? 'This endpoint takes only JSON' : 'The post was refused',
    });
  },
};

const asForm: Fact = {
  text: 'a request token is given for a call that is **signed with its form**',
  met(facts) {
    const call = facts
      .calls('requestToken')
      .find((each) => each.isAccepted && each.form.has('oauth_callback'));
    return call ? call.shows('the field of its form was signed') : null;
  },
  missed(facts) {
    const call = facts.calls('requestToken').at(-1);
    if (!call) return null;
    const told = {
      wanted: 'a form with oauth_callback as its body',
      act: { label: 'Open the call', to: token },
    };
    if (call.isAccepted)
      return missBy(call, {
        ...told,
        headline: 'oauth_callback was not in the body',
        seen: `it is in ${call.query.has('oauth_callback') ? 'the query' : 'the header'}`,
        because: 'Header, query and form are signed alike, and this step is about the form.',
      });
    if (call.problem === 'callbackMissing')
      return missBy(call, {
        ...told,
        headline: call.body === '' ? 'The call has no body' : 'The body is not a form with oauth_callback',
      });
    if (call.problem === 'callbackNotApproved')
      return missBy(call, { ...told, headline: 'This callback is not one of the App' });
    return missBy(call, {
      ...told,
      headline: isSigned(call) ? 'The call was refused' : 'This call has to be signed',
    });
  },
};

export const lesson: Lesson = {
  number: 2,
  slug: 'what-is-signed',
  group: 'Signing',
  title: 'What the signature signs',
  minutes: 8,
  searchedFor: [
    'it works in the tool, not in my code',
    'how is the signature base string built',
    'percent encoding of an apostrophe',
    'is a JSON body signed',
  ],
  about:
    'A signature is computed from a text that both sides build from the call. You build that text by hand, from one encoded value to the whole, and see which bodies are part of it.',
  start: {
    about: `App ${app} on the plan Pro; @mira_holm has signed in to it.`,
    ...{ scenario: 'small', seed: 'lesson-2', at: '2026-03-02T09:00:00Z', app, as: 'mira_holm' },
  },
  asksDoctor: true,
  steps: [
    {
      title: 'Send a signed call',
      text: 'Everything is filled in, and signed. Press **Send**. Then look at **Signature**: five steps lead from the call to its signature, and you will take them by hand.',
      facts: [signedSearch],
      why: 'The platform took the same five steps with the secrets that it keeps, and came to the same signature. No secret was sent.',
      hints: [
        'The call is filled in, and Send is at the end of its address.',
        'Authorization is set to OAuth 1.0a user.',
        'Nothing has to be changed: the search finds nothing, and is answered anyway.',
      ],
      ...{ at: search, filled: search },
    },
    {
      title: 'Encode a value',
      text: `First every value is percent-encoded. Write down how \`${said}\` is encoded. Letters, digits and \`- . _ ~\` stay; everything else becomes \`%\` and two hex digits in capitals.`,
      asks: 'The text, percent-encoded',
      facts: [
        byHand({
          text: 'you wrote down **the encoded text**',
          told: 'encoded by RFC 3986',
          written: encoding,
          wanted: 'the text as RFC 3986 encodes it',
          seenAtOnce: ofTheText,
          to: search,
        }),
      ],
      why: 'RFC 3986 leaves fewer characters alone than most functions do: encodeURIComponent leaves the apostrophe, and a form encoder writes a blank as a plus. Both sides have to encode alike, so one rule holds for all.',
      hints: [
        'Step 1 in Signature shows the value of query as it is encoded, with %22 for the quotation marks around it.',
        'Five kinds of characters change: the blank, the plus, the comma, the apostrophe and the exclamation mark.',
        `It is ${encoded}: the plus is %2B, since it is a plus here and no blank.`,
      ],
      ...{ at: search, filled: search },
    },
    {
      title: 'Sort and join',
      text: "Take the query `max_results=10`, `query=it's fun` and `oauth_version=1.0`, `oauth_timestamp=1772442000`, `oauth_signature_method=HMAC-SHA1`, `oauth_nonce=n1`, `oauth_consumer_key=key` of the header. **Encode** the values, **sort** by name, **join** with `=` and `&`.",
      asks: 'The parameters, in one line',
      facts: [
        byHand({
          text: 'you wrote down **the parameters in order**',
          told: 'header and query together, sorted by name',
          written: parameters,
          wanted: 'seven parameters, encoded, sorted and joined',
          seenAtOnce: ofTheParameters,
          to: search,
        }),
      ],
      why: 'Header and query are put into one list, because an order of their own would be lost on the way. Sorting makes the text the same on both sides, in whatever order a client sends.',
      hints: [
        'Step 2 in Signature shows the line for the prepared call.',
        'The names begin with m, o and q: header and query are mixed.',
        `It begins with max_results=10&oauth_consumer_key=key and ends with oauth_version=1.0&query=it%27s%20fun.`,
      ],
      ...{ at: search, filled: search },
    },
    {
      title: 'The base string',
      text: 'Write **method**, **address** and the **parameters** of the step before, each encoded, with `&` between them. The method is `GET`, the address `https://api.svc.example/2/posts/search/recent`. What was encoded before is encoded once more.',
      asks: 'The base string',
      facts: [
        byHand({
          text: 'you wrote down **the base string**',
          told: 'the canonical one',
          written: baseString,
          wanted: 'the base string that the platform computes',
          seenAtOnce: ofTheBaseString,
          to: search,
        }),
      ],
      why: 'Two & are left in it, and they separate three texts that contain none, so the parts cannot be confused. That is why = is %3D in it, and % is %25.',
      hints: [
        'Step 3 in Signature shows one, with its three parts in colours.',
        'In the parameters = becomes %3D, & becomes %26 and % becomes %25.',
        'It begins with GET&https%3A%2F%2Fapi.svc.example%2F2%2Fposts%2Fsearch%2Frecent&max_results%3D10%26 and ends with query%3Dit%2527s%2520fun.',
      ],
      ...{ at: search, filled: search },
    },
    {
      title: 'The key',
      text: `The key is the **API secret**, \`&\`, and the **token secret**, each encoded. What is the key of a call that asks for a request token, when no token is there yet? The API secret is \`${secret}\`.`,
      asks: 'The signing key',
      facts: [keyWritten],
      why: 'The & is always there, so that one secret can never be mistaken for two. HMAC-SHA1 of base string and key, in Base64, is the signature.',
      hints: [
        'Step 4 in Signature shows where the key of a call comes from.',
        'The second secret is empty here; the character before it is not.',
        `It is ${key}, and it ends with the &.`,
      ],
      ...{ at: search, filled: search },
    },
    {
      title: 'JSON stays outside',
      text: `Post \`${said}\` as @mira_holm. Before you press **Send**, look for the text in the base string: it is not there, because a JSON body is not signed.`,
      facts: [posted],
      why: 'OAuth 1.0a was made for forms, and signs only the parameters of a form. Code that puts JSON into the base string computes another signature, and is refused with code 32.',
      hints: [
        'The body is under Body, and what is signed under Signature.',
        'The member of the body is text.',
        'Press Send as it stands: with all of its characters, the text changes nothing in the signature.',
      ],
      ...{ at: post, filled: post },
    },
    {
      title: 'A form is inside',
      text: 'Now the other way, without a filled-in call: ask `POST /oauth/request_token` for a request token, with the form **oauth_callback=oob** as its body, signed as **OAuth 1.0a App**. Look for the field in the base string.',
      facts: [asForm],
      why: 'The fields of a form are parameters like those of the query, so they are sorted in among them. The content type decides: the same bytes as JSON would not be signed.',
      hints: [
        'A call with a body of its own is edited freely: address, method and body.',
        'The body is oauth_callback=oob. What does not begin like JSON is sent as a form.',
        'Choose OAuth 1.0a App: there is no token yet, and this call asks for the first one.',
      ],
      at: token,
      filled: tokenFilled,
    },
  ],
};
