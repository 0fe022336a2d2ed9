import type { Call, Evidence, Facts } from '../format/facts.ts';
import type { Fact, Lesson, Miss } from '../format/lesson.ts';
import { appOf, missBy, seenOf } from '../format/miss.ts';
import { liveCallback, withoutCallbacks } from './start.ts';

const readerId = '26001';
const courier = 'Northwind Courier';
const courierId = '26003';
const desk = 'Harbour Desk';
const deskId = '26004';

const asking = `#/requests/requestToken?query.oauth_callback=${encodeURIComponent(liveCallback)}&app=${readerId}&auth=consumer`;
const settings = `#/portal/apps/${readerId}`;
const byCallback = `#/sign-in/oauth1-callback?app=${readerId}&as=jonas_berg`;
const byPin = `#/sign-in/oauth1-pin?app=${courierId}&as=jonas_berg`;
const transfer = `#/sign-in/oauth1-callback?app=${deskId}&as=aiko_tan`;

const openTheCall = { label: 'Open the call', to: asking };
const openSettings = { label: 'Open its callback URLs in Portal', to: settings };
const signIn = (to: string) => ({ label: 'Open Sign-in', to });

/** A parameter of the protocol, from any part of the request. */
const given = (call: Call, name: string): string | undefined =>
  call.oauth.get(name) ?? call.query.get(name) ?? call.form.get(name);

const asked = (facts: Facts): readonly Call[] => facts.calls('requestToken');
const exchanges = (facts: Facts): readonly Call[] => facts.calls('accessToken');

/** The state of a request token in the step, before that call. */
const endOf = (call: Call, facts: Facts) =>
  facts
    .rows('request_tokens')
    .findLast(({ before, after }) => !after && before?.oauth_token === given(call, 'oauth_token'))?.before;

/** The callback of an exchanged token, or `oob` for a PIN. */
const wayOf = (call: Call, facts: Facts): string => endOf(call, facts)?.oauth_callback ?? '';

const whose = (call: Call): string => `@${call.answerForm.get('screen_name') ?? ''}`;

const issued = (call: Call, facts: Facts): Evidence => {
  const way = wayOf(call, facts);
  return call.shows(
    `the token of ${whose(call)} for ${appOf(call, facts)}, ${way === 'oob' ? 'by a PIN' : `through ${way}`}`,
  );
};

/** Why a request for a token was refused. */
function notAsked(call: Call, facts: Facts, wanted: string): Miss {
  const callback = given(call, 'oauth_callback');
  const { appId } = call.exchange;
  const app = appId === null ? null : facts.platform.portal.app(appId);
  if (call.problem === 'callbackMissing')
    return missBy(call, { headline: 'The callback was left out', wanted, act: openTheCall });
  if (call.problem === 'callbackNotApproved')
    return missBy(call, {
      headline:
        app?.settings.callback_urls.length === 0
          ? 'This App has no callback that could be approved'
          : 'The callback is not one of the approved ones',
      seen: seenOf(call, callback ?? ''),
      wanted,
      act: app?.settings.callback_urls.length === 0 ? signIn(byPin) : openSettings,
    });
  return missBy(call, {
    headline: 'The request for a token was refused for another reason',
    seen: seenOf(call, call.problem),
    wanted,
    act: openTheCall,
  });
}

/** Why an exchange gave no token. */
function notExchanged(call: Call, facts: Facts, wanted: string, to: string): Miss {
  const act = signIn(to);
  const token = given(call, 'oauth_token');
  const told = (headline: string): Miss => missBy(call, { headline, wanted, act });
  if (call.problem === 'verifierMissing') return told('The verifier was left out');
  if (call.problem === 'verifierWrong') {
    const isApproved = facts
      .rows('request_tokens')
      .some(
        ({ after, before }) =>
          (after ?? before)?.oauth_token === token && (after ?? before)?.user_id !== null,
      );
    if (!isApproved) return told('Nobody has approved this request token yet');
    if (call.refusal?.reason === 'requestTokenEnded')
      return told('The request token ended with the fifth wrong verifier');
    return told('The verifier is not the one that the platform gave');
  }
  if (call.problem === 'signatureRejected')
    return told('It was not signed with the secret of the request token');
  if (call.problem === 'tokenInvalid') return told('The platform has no such request token any more');
  return missBy(call, {
    headline: 'The exchange was refused for another reason',
    seen: seenOf(call, call.problem),
    wanted,
    act,
  });
}

const saidNo = (call: Call, wanted: string, to: string): Miss =>
  missBy(call, {
    headline: 'The user said no',
    because: 'Deny ends the request token, and the App is told so and nothing else.',
    ...{ wanted, act: signIn(to) },
  });

/** An issued access token, if it fits the step. */
const issuedBy = (
  text: string,
  wanted: string,
  to: string,
  flaw: (call: Call, facts: Facts) => string | null,
): Fact => ({
  text,
  met(facts) {
    const call = exchanges(facts).find((each) => each.isAccepted && flaw(each, facts) === null);
    return call ? issued(call, facts) : null;
  },
  missed(facts) {
    const call = exchanges(facts).at(-1);
    const refused = asked(facts).findLast(({ isAccepted }) => !isAccepted);
    const no = facts.calls('decideOAuth1').findLast(({ form }) => form.get('action') === 'deny');
    const last = Math.max(call?.at ?? -1, refused?.at ?? -1, no?.at ?? -1);
    if (no?.at === last) return saidNo(no, wanted, to);
    if (refused?.at === last) return notAsked(refused, facts, wanted);
    const act = signIn(to);
    if (!call) return byOAuth2(facts, wanted, act);
    const headline = call.isAccepted ? flaw(call, facts) : null;
    if (headline === null) return notExchanged(call, facts, wanted, to);
    return missBy(call, { headline, seen: issued(call, facts).told, wanted, act });
  },
});

/** A token of the other protocol. */
function byOAuth2(facts: Facts, wanted: string, act: Miss['act']): Miss | null {
  const call = facts.calls('exchangeCode').at(-1);
  return call ? missBy(call, { headline: 'That is a token of OAuth 2.0', wanted, act }) : null;
}

/** Whether an earlier call exchanged its request token, in this step or an earlier one. */
const exchangedBefore = (call: Call, facts: Facts): boolean =>
  facts
    .callsEver('accessToken')
    .some(
      (earlier) =>
        earlier.exchange.sequence < call.exchange.sequence &&
        earlier.isAccepted &&
        given(earlier, 'oauth_token') === given(call, 'oauth_token'),
    );

export const lesson: Lesson = {
  number: 4,
  slug: 'sign-in-twice',
  group: 'People',
  title: 'Sign a user in, twice',
  minutes: 8,
  searchedFor: [
    'callback URL not approved for this client application',
    'Desktop applications only support the oauth_callback value oob',
    'invalid oauth_verifier parameter',
    'request token works only once',
  ],
  about:
    'An App goes live, and its new address is refused. You approve it and sign Jonas in through it; then you sign a user in to an App that has no address at all, by a PIN. The last step shows why each exchange works only once.',
  start: {
    about:
      'App Northwind Reader, which is approved for http://127.0.0.1:8080/callback alone; Northwind Courier has no callback URL.',
    ...{
      scenario: 'small',
      seed: 'lesson-4',
      at: '2026-03-02T09:00:00Z',
      app: 'Northwind Reader',
      as: 'jonas_berg',
    },
    arrange: withoutCallbacks,
  },
  steps: [
    {
      title: 'Ask with an address that is not approved',
      text: 'The App ran on your machine; now it has an address of its own, `…/signed-in`. The call that begins every sign-in is filled in with it. Press **Send** and read the refusal.',
      facts: [
        {
          text: 'a request token is **refused because the callback is not approved**',
          met(facts) {
            const call = asked(facts).find(({ problem }) => problem === 'callbackNotApproved');
            return call ? call.shows(`${given(call, 'oauth_callback') ?? ''} is not approved`) : null;
          },
          missed(facts) {
            const call = asked(facts).at(-1);
            const wanted = 'a refusal of the new address, with code 415';
            if (!call) return null;
            if (!call.isAccepted) return notAsked(call, facts, wanted);
            const isPin = given(call, 'oauth_callback') === 'oob';
            return missBy(call, {
              headline: isPin
                ? 'A PIN was asked for, and needs no address'
                : 'This callback is an approved one',
              because: isPin
                ? 'With oob nobody is sent anywhere, so there is nothing to approve.'
                : 'It is exactly one of the callback URLs of the App.',
              seen: seenOf(call, given(call, 'oauth_callback') ?? ''),
              wanted,
              act: openTheCall,
            });
          },
        },
      ],
      why: 'The verifier travels to that address in the end, and anyone who receives it there can fetch the user’s token. So the platform sends it to addresses that the App’s owner has entered, and to no other.',
      hints: [
        'The call is in Requests: Step 1, ask for a request token.',
        'The query parameter oauth_callback holds the address that the user is to come back to.',
        'Leave it as it is: the App is approved for http://127.0.0.1:8080/callback, and for nothing else yet.',
      ],
      withheld: ['useValue'],
      ...{ at: asking, filled: asking },
    },
    {
      title: 'Approve it, ask again',
      text: `In **Portal**, under **Settings**, press **Add a callback URL**, enter \`${liveCallback}\` and press **Save**. Then send the same call again.`,
      facts: [
        {
          text: 'the App has **a new callback URL**',
          met(facts) {
            const move = facts
              .rows('apps')
              .find(({ before, after }) => addedTo(before?.callback_urls, after?.callback_urls).length > 0);
            const [url = ''] = addedTo(move?.before?.callback_urls, move?.after?.callback_urls);
            return move ? { at: move.at, told: `${url} is approved`, sequence: null } : null;
          },
          missed(facts) {
            const call = asked(facts).at(-1);
            const wanted = `${liveCallback} among the callback URLs, saved`;
            if (!call) return null;
            if (!call.isAccepted) return notAsked(call, facts, wanted);
            return missBy(call, {
              headline: 'Another callback was sent instead',
              seen: seenOf(call, given(call, 'oauth_callback') ?? ''),
              wanted,
              act: openSettings,
            });
          },
        },
        {
          text: 'a request token is **given for it**',
          met(facts) {
            const call = asked(facts).find(
              (each) => each.isAccepted && (given(each, 'oauth_callback') ?? '').startsWith('https:'),
            );
            return call ? call.shows('a request token, good for 15 minutes') : null;
          },
          missed(facts) {
            const call = asked(facts).at(-1);
            const wanted = '200 for the callback that was added';
            if (!call) return null;
            if (call.isAccepted)
              return missBy(call, {
                headline: 'A request token was given, for another callback',
                seen: seenOf(call, given(call, 'oauth_callback') ?? ''),
                wanted,
                act: openTheCall,
              });
            const miss = notAsked(call, facts, wanted);
            return call.problem === 'callbackNotApproved'
              ? { ...miss, headline: 'The two addresses differ' }
              : miss;
          },
        },
      ],
      why: 'The callback is compared exactly: a slash at the end, another port or http for https makes another address. Now it is on the list, and the platform will send users there.',
      hints: [
        'The settings of Northwind Reader in Portal, below its name and icon.',
        'Callback URLs. A new line is added at the end, and Save appears at the bottom.',
        `${liveCallback}, without a slash at its end: it has to be what the call sends.`,
      ],
      withheld: ['useValue'],
      ...{ at: settings, filled: settings },
    },
    {
      title: 'Sign Jonas in',
      text: 'Run **OAuth 1.0a, callback** in **Sign-in**, for **@jonas_berg**. **Start** sends the first message, and **Step** each one after it; **Run all** goes to the end and answers for him. Watch where the verifier comes from.',
      facts: [
        issuedBy(
          'an access token is **issued through a callback**',
          'an access token of a user who came back by a callback',
          byCallback,
          (call, facts) =>
            wayOf(call, facts) === 'oob' ? 'It was issued for a PIN, not through a callback' : null,
        ),
      ],
      why: 'Jonas signed in on the platform’s own page, so the App never saw his password. The browser brought the verifier to the callback, and with the secret of the request token it became an access token.',
      hints: [
        'Sign-in opens with this flow, this App and Jonas.',
        'Run all, above the diagram. To answer yourself, press Run to the next question and use the page on the right.',
        'Allow, on the page of the platform: only that gives the verifier which the last call needs.',
      ],
      ...{ at: byCallback, filled: byCallback },
    },
    {
      title: 'An App without an address',
      text: `**${courier}** runs on a phone and has no callback URL. It asks with \`oob\`, and the platform shows a **PIN** that the user types into the App. Run **OAuth 1.0a, PIN** for it.`,
      facts: [
        issuedBy(
          'an access token is **issued for a PIN**',
          'an access token of a user who typed a PIN',
          byPin,
          (call, facts) =>
            wayOf(call, facts) === 'oob' ? null : 'It was issued through a callback, without a PIN',
        ),
      ],
      why: 'The PIN is the verifier, carried by a person and not by a browser. It is short, so the request token ends after five wrong ones.',
      hints: [
        'Sign-in, the second flow of the list.',
        'oauth_callback has the value oob, which stands for “out of band”.',
        'Run all types the PIN for you. If you type it yourself, take it from the page on the right: it belongs to this request token alone.',
      ],
      withheld: ['useValue'],
      ...{ at: byPin, filled: byPin },
    },
    {
      title: 'Exchange it again',
      text: 'Programs retry. Open **POST /oauth/access_token** in the diagram and press **Replay**. With an empty diagram, open **Flow**, switch on **Use the request token twice** and press **Run all**.',
      facts: [
        {
          text: 'a **second exchange** of one request token is **refused**',
          met(facts) {
            const call = exchanges(facts).find(
              (each) => each.problem === 'tokenInvalid' && exchangedBefore(each, facts),
            );
            return call ? call.shows('the request token had been used') : null;
          },
          missed(facts) {
            const call = exchanges(facts).at(-1);
            const wanted = 'a refusal of a request token that was exchanged before';
            if (!call) return null;
            const act = signIn(byPin);
            if (call.isAccepted)
              return missBy(call, { headline: 'This was its first exchange', wanted, act });
            if (call.problem === 'tokenInvalid')
              return missBy(call, {
                headline: /^\d+-/.test(given(call, 'oauth_token') ?? '')
                  ? 'That is an access token, not a request token'
                  : 'This request token was never exchanged',
                wanted,
                act,
              });
            return notExchanged(call, facts, wanted, byPin);
          },
        },
      ],
      why: 'A request token ends with its exchange, no matter who asks a second time. The access token of the first exchange is still good: keep it, and never repeat the last step of a sign-in.',
      hints: [
        'The diagram of the flow that you ran, near its end.',
        'The message POST /oauth/access_token, with Replay above what was sent.',
        'Nothing has to be changed in it: the message is signed again, and only its request token is used up.',
      ],
      ...{ at: byPin, filled: byPin },
    },
    {
      title: 'Another user, another App',
      text: `Now without help: get an OAuth 1.0a access token of **@aiko_tan** for **${desk}**, in whichever way you like. The browser on the right may still be signed in as Jonas.`,
      facts: [
        issuedBy(
          `an access token of **@aiko_tan** for **${desk}** is issued`,
          `a token of @aiko_tan for ${desk}`,
          transfer,
          (call, facts) => {
            if (appOf(call, facts) !== desk) return 'It was issued for another App';
            return whose(call) === '@aiko_tan' ? null : 'It was issued for another user';
          },
        ),
      ],
      why: 'Each pair of App and user has a token of its own, so nothing that Jonas allowed helps here. The three calls are the same for a callback and for a PIN.',
      hints: [
        'Sign-in begins for the App chosen in the bar at the top, in a browser that remembers who signed in last.',
        'App and user in the bar at the top; then Run to the next question, and Not you? on the page on the right.',
        `${desk} and @aiko_tan. Both flows of OAuth 1.0a will do, because the App has a callback URL and a PIN needs none.`,
      ],
      at: '#/sign-in/oauth1-pin',
      filled: transfer,
    },
  ],
};

const addedTo = (before: readonly string[] = [], after: readonly string[] = []): readonly string[] =>
  after.filter((url) => !before.includes(url));
