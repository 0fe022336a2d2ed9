import { isText } from '../../engine/inside.ts';
import { clockTime } from '../format/facts.ts';
import type { Call, Facts } from '../format/facts.ts';
import type { Fact, Lesson, Miss } from '../format/lesson.ts';
import { appOf, missBy, seenOf, userOf } from '../format/miss.ts';

const readerId = '26001';
const viewer = 'Northwind Viewer';
const viewerId = '26002';
const aikoId = '2244994947';
const needed = ['post.read', 'users.read'];
const lasting = 'offline.access';

const asJonas = `app=${readerId}&as=jonas_berg`;
const whoAmI = `#/requests/getMe?${asJonas}&auth=oauth2`;
const asking = (scopes: string): string =>
  `#/sign-in/pkce?${asJonas}&scopes=${encodeURIComponent(scopes)}&back=${encodeURIComponent(whoAmI)}`;
const tooLittle = asking('users.read');
const enough = asking([...needed, lasting].join(' '));
const refreshing = `#/requests/exchangeCode?${asJonas}&auth=client&form.grant_type=refresh_token&form.refresh_token=`;
const likeBody = encodeURIComponent('{"post_id":"2020792285393846272"}');
const like = `#/requests/likePost?path.id=${aikoId}&body=${likeBody}&app=${viewerId}&as=aiko_tan&auth=oauth2`;
const likeScopes = encodeURIComponent(['like.write', ...needed, lasting].join(' '));
const forAiko = `#/sign-in/pkce?app=${viewerId}&as=aiko_tan`;

const signIn = { label: 'Open Sign-in', to: enough };
const openTheCall = { label: 'Open the call', to: whoAmI };
const openTheExchange = { label: 'Open the exchange', to: refreshing };

const exchanges = (facts: Facts): readonly Call[] => facts.calls('exchangeCode');
const isRefresh = (call: Call): boolean => call.form.get('grant_type') === 'refresh_token';

const textIn = (call: Call, name: string): string => {
  const value = call.answer[name];
  return isText(value) ? value : '';
};
const scopesOf = (call: Call): readonly string[] => textIn(call, 'scope').split(' ');
const lacks = (call: Call, ...scopes: readonly string[]): readonly string[] =>
  scopes.filter((scope) => !scopesOf(call).includes(scope));

/** Exchanges that returned a token, of this step and of earlier ones. */
const given = (facts: Facts): readonly Call[] =>
  facts.callsEver('exchangeCode').filter(({ isAccepted }) => isAccepted);

/** The exchange that returned the access token of a call. */
const originOf = (call: Call, facts: Facts): Call | undefined =>
  given(facts).find((each) => textIn(each, 'access_token') === call.token);

/** When the access token of an exchange expires, in epoch ms. */
const endOf = (call: Call): number => call.exchange.at + Number(call.answer['expires_in']) * 1000;

/** Calls that concern a user's token: those that ask who it is, and those made for a user. */
const uses = (facts: Facts): readonly Call[] =>
  facts
    .calls()
    .filter(
      (call) =>
        call.endpointId === 'getMe' ||
        (call.path.startsWith('/2/') &&
          (call.exchange.userId !== null || (call.problem === 'tokenInvalid' && originOf(call, facts)))),
    );

const byOAuth1 = (call: Call, wanted: string, act: Miss['act'] = openTheCall): Miss =>
  missBy(call, {
    headline: 'That call was signed by OAuth 1.0a, which has no scopes',
    because: 'Scopes belong to OAuth 2.0; with OAuth 1.0a the level of the token decides.',
    wanted,
    act,
  });

/** Why a code returned no token. */
function notIssued(facts: Facts, wanted: string): Miss | null {
  const call = exchanges(facts).findLast((each) => !isRefresh(each));
  const no = facts.calls('decidePkce').findLast(({ form }) => form.get('action') === 'deny');
  if (no && no.at > (call?.at ?? -1))
    return missBy(no, {
      headline: 'The user said no',
      because: 'The browser came back with access_denied, and there is no code to exchange.',
      wanted,
      act: signIn,
    });
  const page = facts.calls('authorizePkce').findLast(({ isRefused }) => isRefused);
  if (page && page.at > (call?.at ?? -1))
    return missBy(page, { headline: 'The page did not take the request', wanted, act: signIn });
  return call && !call.isAccepted ? refusedExchange(call, facts, wanted, signIn) : null;
}

/** Why an exchange of a code or of a refresh token was refused. */
function refusedExchange(call: Call, facts: Facts, wanted: string, act: Miss['act']): Miss {
  const told = (headline: string): Miss => missBy(call, { headline, wanted, act });
  const sent = call.form.get('refresh_token') ?? '';
  switch (call.problem) {
    case 'invalidClient':
      return told('The App did not prove who it is');
    case 'invalidRequest':
      return told(isRefresh(call) ? 'The refresh token was left out' : 'A part of the exchange was left out');
    case 'unsupportedGrantType':
      return told('The grant type is another one');
    case 'invalidScope':
      return told('It asked for a scope that the user did not grant');
    case 'invalidGrant':
      if (call.refusal?.reason === 'familyRevoked')
        return told(
          isRefresh(call) ? 'This refresh token had been used before' : 'This code had been used before',
        );
      if (given(facts).some((each) => textIn(each, 'access_token') === sent))
        return told('That is the access token, not a refresh token');
      return told(isRefresh(call) ? 'The platform has no such refresh token' : whyNotTaken(call, facts));
    default:
      return missBy(call, {
        headline: 'The exchange was refused for another reason',
        seen: seenOf(call, call.problem),
        wanted,
        act,
      });
  }
}

function whyNotTaken(call: Call, facts: Facts): string {
  const code = codeOf(call, facts);
  if (!code) return 'The App was given no such code';
  if (code.expires_at <= call.exchange.at) return 'The code was older than 30 seconds';
  if (code.redirect_uri !== call.form.get('redirect_uri'))
    return 'The redirect_uri is not the one that the page had';
  return 'The verifier does not fit the challenge';
}

/** A call with a token from this step. `how`: the kind of exchange that returned it. */
const usedIt = (text: string, how: (call: Call) => boolean, older: string): Fact => ({
  text,
  met(facts) {
    const call = uses(facts).find((each) => {
      const origin = each.isAccepted ? originOf(each, facts) : undefined;
      return origin !== undefined && how(origin);
    });
    return call ? call.shows(`${userOf(call, facts)} by the new token`) : null;
  },
  missed(facts) {
    const call = uses(facts).at(-1);
    const wanted = '200 with the new access token';
    if (!call) return null;
    if (call.scheme === 'oauth') return byOAuth1(call, wanted);
    if (call.problem === 'tokenInvalid' || call.problem === 'scopeMissing' || call.isAccepted)
      return missBy(call, { headline: older, wanted, act: openTheCall });
    return missBy(call, {
      headline: 'The call was refused for another reason',
      seen: seenOf(call, call.problem),
      wanted,
      act: openTheCall,
    });
  },
});

export const lesson: Lesson = {
  number: 5,
  slug: 'lasting-token',
  group: 'People',
  title: 'PKCE, scopes and a token that lasts',
  minutes: 7,
  searchedFor: [
    'invalid refresh token',
    '403 although the scope is there: the second scope',
    'no refresh_token in the answer, offline.access',
    'OAuth 2.0 access token expires after two hours',
  ],
  about:
    'A token that asks for too little is refused, and one without offline.access ends after two hours. You ask for what is needed, let the token expire, refresh it, and see what happens when an old refresh token is used again.',
  start: {
    about:
      'App Northwind Reader on the plan Pro, a confidential client. Nobody has signed in to it by OAuth 2.0 yet.',
    ...{
      scenario: 'small',
      seed: 'lesson-5',
      at: '2026-03-02T09:00:00Z',
      app: 'Northwind Reader',
      as: 'jonas_berg',
    },
  },
  steps: [
    {
      title: 'Ask for one scope',
      text: 'The App wants to know who has signed in, so **Sign-in** is set to ask for `users.read` alone. Press **Run all**. The last message asks who it is: read why that is refused.',
      facts: [
        {
          text: 'a token is issued **with too few scopes**',
          met(facts) {
            const call = exchanges(facts).find(
              (each) => each.isAccepted && lacks(each, ...needed).length > 0,
            );
            return call ? call.shows(`a token for ${textIn(call, 'scope')}`) : null;
          },
          missed(facts) {
            const wanted = 'a token that lacks post.read or users.read';
            const call = exchanges(facts).at(-1);
            if (call?.isAccepted)
              return missBy(call, {
                headline: 'This token has both scopes already',
                seen: textIn(call, 'scope'),
                wanted,
                act: { label: 'Open Sign-in', to: tooLittle },
              });
            return notIssued(facts, wanted);
          },
        },
        {
          text: 'a call with it is **refused for a scope**',
          met(facts) {
            const call = uses(facts).find(({ problem }) => problem === 'scopeMissing');
            return call ? call.shows('a scope is missing') : null;
          },
          missed(facts) {
            const call = uses(facts).at(-1);
            const wanted = '403 for a scope that the token lacks';
            if (!call) return null;
            if (call.scheme === 'oauth') return byOAuth1(call, wanted);
            if (call.isAccepted)
              return missBy(call, {
                headline: 'The call was answered: the token covers it',
                wanted,
                act: openTheCall,
              });
            return missBy(call, {
              headline: 'The call was refused before its scopes were looked at',
              seen: seenOf(call, call.problem),
              wanted,
              act: openTheCall,
            });
          },
        },
      ],
      why: 'Nearly every call that reads needs two scopes, post.read and users.read, because users come with their posts. The token is a good one; it does not cover this call, so the answer is 403 and not 401.',
      hints: [
        'Sign-in, the flow OAuth 2.0 with PKCE; the refused message is the last one of the diagram.',
        'Asks for, beside the diagram, names the scopes. The X-ray of the last message names those that the endpoint needs.',
        'Leave users.read alone: the flow is to show what one scope is worth.',
      ],
      withheld: ['signInAgain'],
      ...{ at: tooLittle, filled: tooLittle },
    },
    {
      title: 'Ask for what is needed',
      text: 'Open **Flow**. Beside **Asks for**, press **Change** and tick `post.read`, and `offline.access` so that the token lasts. Press **Run all** again: this time the last message is answered.',
      facts: [
        {
          text: 'a token is issued with **post.read, users.read and offline.access**, its code proved by **S256**',
          met(facts) {
            const call = exchanges(facts).find(
              (each) =>
                each.isAccepted &&
                lacks(each, ...needed, lasting).length === 0 &&
                methodOf(each, facts) === 'S256',
            );
            const more = call ? scopesOf(call).filter((scope) => ![...needed, lasting].includes(scope)) : [];
            return call
              ? call.shows(
                  more.length > 0
                    ? `with more than is needed: ${more.join(', ')}`
                    : 'a token with these scopes, and no other',
                )
              : null;
          },
          missed(facts) {
            const wanted = `a token for ${[...needed, lasting].join(' ')}`;
            const call = exchanges(facts).at(-1);
            if (!call?.isAccepted) return notIssued(facts, wanted);
            const told = (headline: string): Miss =>
              missBy(call, { headline, seen: textIn(call, 'scope'), wanted, act: signIn });
            if (lacks(call, ...needed).length > 0)
              return told(`${lacks(call, ...needed).join(' and ')} is still missing`);
            if (lacks(call, lasting).length > 0)
              return told('This token will not last: offline.access is missing');
            return {
              ...told('The challenge was sent as it is'),
              seen: `code_challenge_method=${methodOf(call, facts)}`,
              wanted: 'S256, the hash of the verifier',
            };
          },
        },
        usedIt(
          'a call with it is **answered with 200**',
          (call) => lacks(call, ...needed).length === 0,
          'The call went with the token that lacks a scope',
        ),
      ],
      why: 'Jonas saw each scope on the page and allowed it, and the token carries what he saw. With offline.access the answer held a refresh token too, which is good for half a year.',
      hints: [
        'Asks for, under Flow in Sign-in.',
        'Change opens all scopes. Each box is one scope that the page will name to Jonas.',
        'post.read, users.read and offline.access: the endpoint needs the first two, and only the third brings a refresh token.',
      ],
      withheld: ['signInAgain'],
      ...{ at: tooLittle, filled: enough },
    },
    {
      title: 'Two hours later',
      text: 'An access token of OAuth 2.0 lives for two hours. Press **+1 h** in the bar at the top twice, and send the call again with the same token, as **OAuth 2.0 user**.',
      facts: [
        {
          text: 'a call is **refused because its token has expired**',
          met(facts) {
            const call = uses(facts).find((each) => {
              const origin = each.problem === 'tokenInvalid' ? originOf(each, facts) : undefined;
              return origin !== undefined && endOf(origin) <= each.exchange.at;
            });
            const origin = call && originOf(call, facts);
            return call && origin ? call.shows(`its token ended at ${clockTime(endOf(origin))}`) : null;
          },
          missed(facts) {
            const call = uses(facts).at(-1);
            const wanted = '401 for a token whose two hours are over';
            if (!call) return null;
            const origin = originOf(call, facts);
            if (call.scheme === 'oauth')
              return { ...byOAuth1(call, wanted), headline: 'A token of OAuth 1.0a does not end by itself' };
            if (call.isAccepted && origin)
              return missBy(call, {
                headline: 'The token is still good',
                seen: seenOf(call, `by a token that ends at ${clockTime(endOf(origin))}`),
                because: `It is ${clockTime(call.exchange.at)} on the clock of the platform.`,
                ...{ wanted, act: openTheCall },
              });
            if (call.isAccepted)
              return missBy(call, {
                headline: 'This token is of another kind, and does not end',
                wanted,
                act: openTheCall,
              });
            if (call.problem !== 'tokenInvalid')
              return missBy(call, {
                headline: 'The call was refused for another reason',
                seen: seenOf(call, call.problem),
                wanted,
                act: openTheCall,
              });
            return missBy(call, {
              headline: origin
                ? 'The token was ended before its time'
                : 'The platform never issued this token',
              wanted,
              act: openTheCall,
            });
          },
        },
      ],
      why: 'A stolen token is useful for two hours at most, and the answer is the same 401 as for a token that was made up. A program that sees it takes its refresh token, and does not ask the user again.',
      hints: [
        'The clock of the platform, in the bar at the top.',
        '+1 h moves it by an hour; the call is in Requests, with OAuth 2.0 user chosen.',
        'Two hours, 7,200 seconds: expires_in in the answer of the exchange said so.',
      ],
      withheld: ['signInAgain'],
      ...{ at: whoAmI, filled: whoAmI },
    },
    {
      title: 'Refresh it',
      text: 'The exchange is filled in, up to the `refresh_token`: copy it from **Vault** in **Portal**. Send it, then ask again who it is. The page keeps the new pair in the place of the old one.',
      facts: [
        {
          text: 'the refresh token is **exchanged for a new pair**',
          met(facts) {
            const call = exchanges(facts).find((each) => each.isAccepted && isRefresh(each));
            return call ? call.shows('a new access token, and a new refresh token') : null;
          },
          missed(facts) {
            const call = exchanges(facts).at(-1);
            const wanted = '200 for grant_type=refresh_token';
            if (!call) return null;
            if (call.isAccepted)
              return missBy(call, {
                headline: 'That token came from a new sign-in',
                wanted,
                act: openTheExchange,
              });
            return refusedExchange(call, facts, wanted, openTheExchange);
          },
        },
        usedIt(
          'a call with the new access token is **answered with 200**',
          isRefresh,
          'The call went with the old access token',
        ),
      ],
      why: 'Nobody was asked: what Jonas allowed still holds, and the App proved who it is by its own secret. The refresh token changed as well, because each works only once.',
      hints: [
        'The Vault is at the end of the list in Portal; the exchange is in Requests, under OAuth 2.0.',
        'refresh_token of the OAuth 2.0 user token of @jonas_berg, with a button that copies it.',
        'Put it into refresh_token of the form; grant_type is refresh_token already, and the client is proved by OAuth 2.0 client.',
      ],
      ...{ at: refreshing, filled: refreshing },
    },
    {
      title: 'Use the old refresh token',
      text: 'Suppose that somebody had copied the **old** refresh token. Send the same exchange once more with it. Then ask again who it is, with the token that you renewed.',
      facts: [
        {
          text: 'a **used refresh token** is **refused**',
          met(facts) {
            const call = exchanges(facts).find(
              (each) => isRefresh(each) && each.refusal?.reason === 'familyRevoked',
            );
            return call ? call.shows('it had been used before') : null;
          },
          missed(facts) {
            const call = exchanges(facts).at(-1);
            const wanted = 'a refusal of a refresh token that was used before';
            if (!call) return null;
            if (call.isAccepted)
              return missBy(call, {
                headline: isRefresh(call)
                  ? 'This refresh token was the newest one'
                  : 'That token came from a new sign-in',
                wanted,
                act: openTheExchange,
              });
            return refusedExchange(call, facts, wanted, openTheExchange);
          },
        },
        {
          text: '**the renewed access token** is refused as well',
          met(facts) {
            const call = uses(facts).find((each) => {
              const origin = each.problem === 'tokenInvalid' ? originOf(each, facts) : undefined;
              return origin !== undefined && each.exchange.at < endOf(origin);
            });
            return call ? call.shows('its whole family has ended') : null;
          },
          missed(facts) {
            const call = uses(facts).at(-1);
            const wanted = '401 for the access token that was renewed';
            if (!call) return null;
            if (call.scheme === 'oauth') return byOAuth1(call, wanted);
            if (call.isAccepted)
              return missBy(call, {
                headline: 'This token is from another sign-in, and stays valid',
                wanted,
                act: openTheCall,
              });
            return missBy(call, {
              headline: 'This token had ended before',
              seen: seenOf(call, call.problem),
              wanted,
              act: openTheCall,
            });
          },
        },
      ],
      why: 'Two parties hold one refresh token, and the platform cannot tell which is the thief: it ends everything that came from that consent. A program that retries a refresh with the old token locks itself out in the same way.',
      hints: [
        'The exchange of the previous step is still in Requests.',
        'Its refresh_token is the used one. The vault holds the new one.',
        'Send the exchange as it stands. If the field is empty, send the one of the vault twice: the second time it is an old one.',
      ],
      withheld: ['signInAgain'],
      ...{ at: refreshing, filled: refreshing },
    },
    {
      title: 'A like that lasts',
      text: `Now without help: **${viewer}** is to like posts for **@aiko_tan**, tomorrow as well. Find the scopes that this takes, and like a post by **OAuth 2.0**. The browser in Sign-in may still be signed in as Jonas.`,
      facts: [
        {
          text: `**${viewer}** likes a post by OAuth 2.0, with a token that **can be refreshed**`,
          met(facts) {
            const call = facts.calls('likePost').find((each) => {
              const origin = each.isAccepted ? originOf(each, facts) : undefined;
              return (
                origin !== undefined &&
                textIn(origin, 'refresh_token') !== '' &&
                appOf(each, facts) === viewer
              );
            });
            return call ? call.shows(`${userOf(call, facts)} likes a post`) : null;
          },
          missed(facts) {
            const wanted = `200 for a like by ${viewer}, with a token that has offline.access`;
            const call = facts.calls('likePost').at(-1);
            if (!call) return null;
            const act = { label: 'Open the call', to: like };
            const told = (headline: string, seen = seenOf(call)): Miss =>
              missBy(call, { headline, seen, wanted, act });
            if (call.scheme === 'oauth') return byOAuth1(call, wanted, act);
            if (call.isAccepted)
              return told(
                appOf(call, facts) === viewer
                  ? 'It works for two hours, and no longer'
                  : `It was liked by ${appOf(call, facts)}`,
              );
            if (call.problem === 'scopeMissing') return told('A scope is missing');
            if (call.problem === 'foreignResource') return told('The path names another user');
            return told('The like was refused for another reason', seenOf(call, call.problem));
          },
        },
      ],
      why: 'Each act has a scope of its own, and nearly all of them need post.read and users.read beside it. This App is a public client, so nothing but the verifier of PKCE proved that the code was its own.',
      hints: [
        'The page of the endpoint in Reference names its scopes; so does the X-ray of a refusal.',
        'Asks for, in Sign-in, with Northwind Viewer and @aiko_tan in the bar at the top; and Not you? on the page on the right, if it names Jonas.',
        'like.write, post.read, users.read and offline.access: the last one is what makes it work tomorrow.',
      ],
      withheld: ['signInAgain'],
      at: forAiko,
      filled: `${forAiko}&scopes=${likeScopes}&back=${encodeURIComponent(like)}`,
    },
  ],
};

/** The code that a call exchanges, as it was issued in the step. */
const codeOf = (call: Call, facts: Facts) =>
  facts.rows('authorization_codes').findLast(({ after }) => after?.code === call.form.get('code'))?.after;

/** How its challenge was made. */
const methodOf = (call: Call, facts: Facts): string =>
  codeOf(call, facts)?.code_challenge_method ?? 'unknown';
