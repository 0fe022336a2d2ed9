import { covers } from '../../engine/inside.ts';
import type { Call, Evidence, Facts } from '../format/facts.ts';
import type { Lesson, Miss } from '../format/lesson.ts';
import { appOf, missBy, seenOf, sinceBefore, userOf } from '../format/miss.ts';

const viewer = 'Northwind Viewer';
const viewerId = '26002';
const sketchId = '26008';
const reader = 'Northwind Reader';
const readerId = '26001';
const post = encodeURIComponent('{"text":"The ferry is back."}');
const message = encodeURIComponent('{"text":"The ferry is back."}');

const composer = (auth: string, as = 'jonas_berg'): string =>
  `#/requests/createPost?body=${post}&app=${viewerId}&as=${as}&auth=${auth}`;
const asTheApp = composer('app');
const asJonas = composer('oauth1');
const settings = (appId: string): string => `#/portal/apps/${appId}/authentication`;
const signIn = `#/sign-in/oauth1-callback?app=${viewerId}&as=jonas_berg&back=${encodeURIComponent(asJonas)}`;
const lookUp = `#/requests/getUserByUsername?path.username=mira_holm&app=${sketchId}&auth=app`;
const toMira = `#/requests/sendDmToUser?path.participant_id=2244994945&body=${message}&app=${readerId}&as=sam_ode&auth=oauth1`;

const openTheCall = (to: string) => ({ label: 'Open the call', to });
const openThePortal = (appId: string) => ({ label: 'Open its settings in Portal', to: settings(appId) });
const signAgain = { label: 'Open Sign-in', to: signIn };

const posts = (facts: Facts): readonly Call[] => facts.calls('createPost');
const levelOf = ({ platform }: Facts, appName: string) =>
  platform.portal.apps().find(({ name }) => name === appName)?.permission ?? 'read';
const isByUserToken = (call: Call): boolean => call.oauth.has('oauth_token');

/** For a post that was created by another means than the requested one. */
function createdOtherwise(call: Call, facts: Facts, wanted: string, to: string): Miss {
  const act = openTheCall(to);
  if (call.scheme === 'bearer')
    return missBy(call, {
      headline: 'It was created, by OAuth 2.0',
      wanted,
      act,
      seen: seenOf(call, 'whose scopes decide there, not the permission of the App'),
    });
  return missBy(call, { headline: `It was created by ${appOf(call, facts)}`, wanted, act });
}

/** For a post that was refused because of the kind of credentials. */
const wrongKind = (call: Call, wanted: string): Miss =>
  missBy(call, {
    headline: call.scheme === 'bearer' ? 'It was the App’s own token again' : 'It was sent without a user',
    wanted,
    act: openTheCall(asJonas),
  });

const otherwiseRefused = (call: Call, wanted: string, to: string): Miss =>
  missBy(call, {
    headline:
      call.problem === 'tokenInvalid'
        ? 'The platform does not know this token'
        : 'It was refused for another reason',
    seen: seenOf(call, call.problem),
    wanted,
    act: openTheCall(to),
  });

function notRaised(facts: Facts): Miss | null {
  const call = posts(facts).findLast(({ problem }) => problem === 'writeForbidden');
  const saved = facts.rows('apps').findLast(({ after }) => after !== undefined)?.after;
  const wanted = `${viewer} at Read and write, saved`;
  if (saved && saved.id !== viewerId && covers(saved.permission, 'read-write'))
    return {
      headline: 'The permission of another App was raised',
      seen: `${saved.name} at ${saved.permission}`,
      because: `Each App has a level of its own, and the post is sent by ${viewer}.`,
      ...{ wanted, sequence: null, act: openThePortal(viewerId) },
    };
  if (saved?.id === viewerId)
    return {
      headline: 'The App was saved with the permission that it had',
      seen: `${saved.name} at ${saved.permission}`,
      because: 'The permission level stands under User authentication, and other settings leave it as it is.',
      ...{ wanted, sequence: null, act: openThePortal(viewerId) },
    };
  return call
    ? missBy(call, { headline: 'The App may still only read', wanted, act: openThePortal(viewerId) })
    : null;
}

function notRenewed(facts: Facts): Miss | null {
  const call = posts(facts).at(-1);
  const wanted = `201 by a token that was issued since ${viewer} may write`;
  if (!call) return null;
  if (call.isAccepted) return createdOtherwise(call, facts, wanted, asJonas);
  if (call.problem === 'unsupportedAuthentication') return wrongKind(call, wanted);
  if (call.problem !== 'writeForbidden') return otherwiseRefused(call, wanted, asJonas);
  if (!covers(levelOf(facts, viewer), 'read-write'))
    return missBy(call, { headline: 'The App may only read again', wanted, act: openThePortal(viewerId) });
  const isNew = facts
    .rows('user_tokens')
    .some(({ before, after }) => !before && after?.oauth_token === call.token);
  return missBy(call, {
    headline: isNew ? 'The new token was asked for to read only' : 'The token is older than the permission',
    seen: seenOf(call, `a token of ${userOf(call, facts)} that may only read`),
    wanted,
    act: signAgain,
  });
}

/** The App that was moved into a Project in the step. */
const attached = (facts: Facts) =>
  facts
    .rows('apps')
    .find(({ before, after }) => before?.project_id === null && after && after.project_id !== null);

export const lesson: Lesson = {
  number: 6,
  slug: 'right-token',
  group: 'People',
  title: 'The right token, the right permission',
  minutes: 6,
  searchedFor: [
    'permission raised, and still 403',
    '403 after changing app permissions to read and write',
    'Unsupported Authentication, OAuth 2.0 Application-Only is forbidden',
    'client-not-enrolled, attach your App to a Project',
  ],
  about:
    'A post is refused three times, for three reasons that look alike from outside. You make each refusal happen, read what caused it, and fix it. At the end the post is in Jonas’s timeline.',
  start: {
    about: `App ${viewer}, which may only read, on the plan Pro. @jonas_berg has signed in to it.`,
    ...{ scenario: 'small', seed: 'lesson-6', at: '2026-03-02T09:00:00Z', app: viewer, as: 'jonas_berg' },
  },
  steps: [
    {
      title: 'Post with the App’s own token',
      text: 'The call is filled in, and **Bearer** is chosen: that is the token of the App itself, which stands for no user. Press **Send** and read the 403.',
      facts: [
        {
          text: 'a post is **refused because the App’s own token does not fit**',
          met(facts) {
            const call = posts(facts).find(
              (each) => each.problem === 'unsupportedAuthentication' && each.scheme === 'bearer',
            );
            return call ? call.shows('the kind of token does not fit') : null;
          },
          missed(facts) {
            const call = posts(facts).at(-1);
            if (!call) return null;
            const wanted = 'a refusal of the App’s own bearer token';
            const act = openTheCall(asTheApp);
            if (call.isAccepted) return missBy(call, { headline: 'The post was created', wanted, act });
            if (call.problem === 'writeForbidden')
              return missBy(call, {
                headline: 'It was refused for its permission, not for its kind',
                wanted,
                act,
              });
            if (call.problem === 'unsupportedAuthentication')
              return missBy(call, { headline: 'That was the API key, not a token', wanted, act });
            return missBy(call, {
              headline: 'It was refused before its kind was looked at',
              wanted,
              act,
              seen: seenOf(call, call.problem),
            });
          },
        },
      ],
      why: 'A post has an author, and a bearer token of the App names none. The platform knows who calls, and refuses the kind of token: 403, not 401.',
      hints: [
        'The line Authorization, under the address.',
        'Bearer is chosen already. The line below says that a user’s token is needed; the call is sent all the same.',
        'Press Send with Bearer: the token is a good one, and only its kind does not fit.',
      ],
      withheld: ['useCredential'],
      ...{ at: asTheApp, filled: asTheApp },
    },
    {
      title: 'Post as Jonas, with the token he gave',
      text: 'Jonas has signed in to this App, so it holds a token of his. Choose **OAuth 1.0a user** and send the same post again.',
      facts: [
        {
          text: 'a post is **refused because the user’s token may only read**',
          met(facts) {
            const call = posts(facts).find(({ problem }) => problem === 'writeForbidden');
            return call ? call.shows(`the token of ${userOf(call, facts)} may only read`) : null;
          },
          missed(facts) {
            const call = posts(facts).at(-1);
            const wanted = `a refusal of a user’s token of ${viewer}, which may only read`;
            if (!call) return null;
            if (call.isAccepted) return createdOtherwise(call, facts, wanted, asJonas);
            if (call.problem === 'unsupportedAuthentication') return wrongKind(call, wanted);
            if (call.problem === 'scopeMissing')
              return missBy(call, {
                headline: 'It was refused for a scope, as OAuth 2.0 is',
                wanted,
                act: openTheCall(asJonas),
              });
            return otherwiseRefused(call, wanted, asJonas);
          },
        },
      ],
      why: 'Now a user stands behind the call, so the next question is what his token may do. It was made when the App could only read, and a post is a write.',
      hints: [
        'The line Authorization again: it has a choice for users.',
        'OAuth 1.0a user. The line below it then says @jonas_berg, read.',
        'Choose it for @jonas_berg: any token of this App will be refused, because all of them were made to read.',
      ],
      withheld: ['raisePermission'],
      ...{ at: asTheApp, filled: asJonas },
    },
    {
      title: 'Raise the permission, post again',
      text: 'In **Portal**, under **User authentication**, set the permission level to **Read and write** and press **Save**. Then send the same post again, with the token that you have. Guess first: will it be accepted?',
      facts: [
        {
          text: '**the permission of the App is raised**',
          met(facts): Evidence | null {
            const move = facts
              .rows('apps')
              .find(({ after }) => after?.id === viewerId && covers(after.permission, 'read-write'));
            if (move) return { at: move.at, told: `${viewer} may write`, sequence: null };
            return covers(levelOf(facts, viewer), 'read-write') ? sinceBefore(`${viewer} may write`) : null;
          },
          missed: notRaised,
        },
        {
          text: 'the same post is **refused once more**',
          met(facts) {
            const call = posts(facts).find(({ problem }) => problem === 'writeForbidden');
            return call ? call.shows('after the change') : null;
          },
          missed(facts) {
            const call = posts(facts).at(-1);
            const wanted = 'a refusal of a token that is older than the change';
            if (!call) return null;
            if (call.isAccepted && call.scheme === 'oauth' && appOf(call, facts) === viewer)
              return missBy(call, {
                headline: 'This token is younger than the change already',
                seen: seenOf(call, `a new token of ${userOf(call, facts)}`),
                because:
                  'A token that is issued after the change may write, so it says nothing about the old ones.',
                wanted,
                act: { label: 'Open the call for another user', to: composer('oauth1', 'mira_holm') },
              });
            if (call.isAccepted) return createdOtherwise(call, facts, wanted, asJonas);
            if (call.problem === 'unsupportedAuthentication') return wrongKind(call, wanted);
            return otherwiseRefused(call, wanted, asJonas);
          },
        },
      ],
      why: 'The level is written into a token when it is made, and never read from the App again. What Jonas agreed to was reading, and no switch of yours widens that.',
      hints: [
        'The App’s page in Portal has three tabs; the middle one is User authentication.',
        'Permission level, under OAuth 1.0a. Save appears at the bottom once something has changed.',
        'Read and write: it is the lowest level that creates posts. Then send the post again, without a new token.',
      ],
      withheld: ['raisePermission', 'signInAgain', 'generateToken'],
      at: settings(viewerId),
      filled: settings(viewerId),
    },
    {
      title: 'Renew the token',
      text: 'A token keeps the permission that it was made with, so Jonas has to give a new one. Run **OAuth 1.0a, callback** in **Sign-in** for him, go **Back to the call**, and send the post.',
      facts: [
        {
          text: 'a post is **created by a token that was issued after the change**',
          met(facts) {
            const call = posts(facts).find(
              (each) => each.isAccepted && isByUserToken(each) && appOf(each, facts) === viewer,
            );
            return call ? call.shows(`${userOf(call, facts)} posted`) : null;
          },
          missed: notRenewed,
        },
      ],
      why: 'Jonas was asked again, and the page told him that the App may post for him now. The new token carries that level; the old one still reads, until somebody ends it.',
      hints: [
        'Sign-in, where a user answers a page of the platform. It opens with Jonas and this App.',
        'Press Run all. In the end the new token is in the vault, and Back to the call leads to the post.',
        'The new token says read-write beside @jonas_berg, because the App is at that level when it is issued.',
      ],
      withheld: ['signInAgain', 'generateToken'],
      ...{ at: signIn, filled: signIn },
    },
    {
      title: 'Move an App into a Project',
      text: 'A third 403. **Pocket Sketch** is in no Project. Send its lookup and read the refusal. Then press **Attach to a Project** on its page in **Portal**, and send the same call again.',
      facts: [
        {
          text: 'a call is **refused because its App is in no Project**',
          met(facts) {
            const call = facts.calls().find(({ problem }) => problem === 'notEnrolled');
            return call ? call.shows(`${appOf(call, facts)} is in no Project`) : null;
          },
          missed(facts) {
            const move = attached(facts);
            const wanted = 'a refusal of an App that is in no Project';
            if (move?.after)
              return {
                headline: 'It was attached before it was refused',
                seen: `${move.after.name} in a Project`,
                because: 'From then on the platform has no reason to refuse it for that.',
                ...{ wanted, sequence: null, act: { label: 'Make another App in Portal', to: '#/portal' } },
              };
            const call = facts.calls('getUserByUsername').at(-1);
            if (!call) return null;
            const act = openTheCall(lookUp);
            if (call.isAccepted)
              return missBy(call, {
                headline: 'That App is in a Project',
                seen: seenOf(call, `by ${appOf(call, facts)}`),
                wanted,
                act,
              });
            return otherwiseRefused(call, wanted, lookUp);
          },
        },
        {
          text: '**the App is attached** to a Project',
          met(facts) {
            const move = attached(facts);
            return move
              ? { at: move.at, told: `${move.after?.name ?? ''} is in a Project`, sequence: null }
              : null;
          },
          missed(facts) {
            const call = facts.calls().findLast(({ problem }) => problem === 'notEnrolled');
            if (!call) return null;
            const act = { label: 'Open Pocket Sketch in Portal', to: `#/portal/apps/${sketchId}` };
            return missBy(call, {
              headline: 'The App is in no Project yet',
              wanted: `${appOf(call, facts)} in a Project`,
              act,
            });
          },
        },
        {
          text: 'the same call is **answered with 200**',
          met(facts) {
            const call = facts
              .calls('getUserByUsername')
              .find(
                (each) =>
                  each.isAccepted && [sketchId, ...madeSince(facts)].includes(each.exchange.appId ?? ''),
              );
            return call ? call.shows(`${appOf(call, facts)} is enrolled`) : null;
          },
          missed(facts) {
            const call = facts.calls('getUserByUsername').at(-1);
            if (!call) return null;
            const wanted = '200 for Pocket Sketch';
            if (call.isAccepted)
              return missBy(call, {
                headline: 'It was answered for another App',
                seen: seenOf(call, `by ${appOf(call, facts)}`),
                wanted,
                act: openTheCall(lookUp),
              });
            if (call.problem === 'planLacksEndpoint')
              return missBy(call, {
                headline: 'The plan of its Project lacks this endpoint',
                wanted,
                act: { label: 'Open Portal', to: '#/portal' },
              });
            return otherwiseRefused(call, wanted, lookUp);
          },
        },
      ],
      why: 'The v2 endpoints take their limits from the plan of a Project, and an App outside of one has no plan. The token did not change: a Project concerns the App, so no new token is needed.',
      hints: [
        'The refusal in Requests, then the page of Pocket Sketch in Portal.',
        'Attach to a Project, above the tabs of the App. It asks for the Project and has a button Attach.',
        'Atlas, because it has room: the plan Enterprise holds three Apps, and Atlas has one.',
      ],
      withheld: ['attachToProject'],
      ...{ at: lookUp, filled: lookUp },
    },
    {
      title: 'The same, for a message',
      text: `Now without help: **${reader}** is to send **@mira_holm** a direct message from **@sam_ode**, by **OAuth 1.0a**. The App may read and write. See what is missing, and put it right. The browser in Sign-in may still be signed in as Jonas.`,
      facts: [
        {
          text: `a direct message is **sent by ${reader}**, with an OAuth 1.0a token`,
          met(facts) {
            const call = messages(facts).find(
              (each) => each.isAccepted && isByUserToken(each) && appOf(each, facts) === reader,
            );
            return call ? call.shows(`${userOf(call, facts)} sent a message`) : null;
          },
          missed(facts) {
            const call = messages(facts).at(-1);
            if (!call) return null;
            const wanted = `201 for ${reader}, signed for a user`;
            if (call.isAccepted)
              return missBy(call, {
                headline:
                  call.scheme === 'bearer'
                    ? 'It was sent, by OAuth 2.0'
                    : `It was sent by ${appOf(call, facts)}`,
                wanted,
                act: openTheCall(toMira),
              });
            if (call.problem !== 'messagesForbidden') return otherwiseRefused(call, wanted, toMira);
            const isRaised = covers(levelOf(facts, reader), 'read-write-directmessages');
            return missBy(call, {
              headline: isRaised
                ? 'The token is older than the level of the App'
                : 'Read and write does not cover messages',
              wanted,
              act: isRaised
                ? { label: 'Open Sign-in', to: `#/sign-in/oauth1-callback?app=${readerId}&as=sam_ode` }
                : openThePortal(readerId),
            });
          },
        },
      ],
      why: 'Direct messages have a level of their own, above read and write. It took the same two acts: the App’s level first, then a token that is issued under it.',
      hints: [
        'Send the call once: the code is 93 this time, and the X-ray says which level it needs.',
        'The permission level of the App in Portal, then a new token from Sign-in; there Not you? leads from Jonas to Sam.',
        'Read, write and Direct Messages: it is the only level with messages, and Sam has to agree to it.',
      ],
      withheld: ['raisePermission', 'signInAgain', 'generateToken'],
      ...{ at: '#/requests/sendDmToUser', filled: toMira },
    },
  ],
};

const messages = (facts: Facts): readonly Call[] =>
  facts.calls('sendDmToUser', 'sendDmToConversation', 'createDmGroup');

/** Apps that were created in the step. */
const madeSince = (facts: Facts): readonly string[] =>
  facts.rows('apps').flatMap(({ before, after }) => (!before && after ? [after.id] : []));
