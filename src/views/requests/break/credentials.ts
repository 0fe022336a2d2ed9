/** Breaks of the credentials: the message and, if it is signed, the way of signing stay right. */
import { unproved, withOtherEnd } from './break.ts';
import type { CallBreak, Spoiling } from './break.ts';
import { isGrant, isPage, namesWebhook } from './call.ts';
import type { Call } from './call.ts';
import type { Making, Authentication, Signed } from './making.ts';

type Words = Omit<Spoiling, 'spoil'> & { readonly spoil: (making: Making) => Authentication };

const credential = (id: string, of: (call: Call) => Words | null): CallBreak => ({
  id,
  group: 'Credentials',
  of: (call) => {
    const words = of(call);
    return words && { ...words, spoil: (making) => ({ ...making, authentication: words.spoil(making) }) };
  },
});

/** The authentication by a user's token; null for any other kind. */
const byUser = ({ making: { authentication } }: Call): Signed | null =>
  authentication.kind === 'signed' && authentication.keys.oauth_token !== undefined ? authentication : null;

const signedBy = (keys: Signed['keys'], { authentication }: Making, like: Signed | null): Authentication => {
  const signed = authentication.kind === 'signed' ? authentication : like;
  return signed ? { ...signed, keys } : authentication;
};

/** The default parts of a signature for a call that was not signed. */
const freshly = ({ fresh }: Call): Signed => ({
  kind: 'signed',
  keys: { consumer_key: '', consumer_secret: '' },
  ...fresh,
  protocol: {},
});

const revoked = credential('revoked', (call) => {
  const { target, making, credential: used, throwaway } = call;
  const signed = byUser(call);
  const isBearer = making.authentication.kind === 'bearer';
  if ((!signed && !isBearer) || used?.kind === 'requestToken') return null;
  const what = signed ? 'A user’s token' : 'A bearer token';
  return {
    title: 'Revoked token',
    does: `${what} that was invalidated`,
    needs: 'throwaway',
    spoil: (now) =>
      signed ? signedBy(throwaway.keys, now, signed) : { kind: 'bearer', token: throwaway.bearer },
    notes: signed ? { oauth_signature: 'correct for that token' } : {},
    expects: unproved(call, 401, 89),
    stage: target?.auth[0] === 'basic' ? 'kind' : 'token',
    looked: `${what} was made for a throwaway App, and revoked in the portal before it was sent: the platform knew it, and no longer takes it.`,
    cause:
      'This happens when a user withdraws consent, or the token is regenerated. Only a new token helps: ask the user to sign in again.',
  };
});

const otherApps = credential('foreign-token', (call) => {
  const signed = byUser(call);
  const other = call.vault.find(
    (each) =>
      each.kind === 'oauth1' && each.appId !== call.app?.id && call.apps.some(({ id }) => id === each.appId),
  );
  if (!signed || call.credential?.kind === 'requestToken' || other?.kind !== 'oauth1') return null;
  const { oauth_token, oauth_token_secret } = other;
  return {
    title: 'Another App’s user token',
    does: `Your API key, a token of ${other.appName}`,
    spoil: (now) => {
      const keys = now.authentication.kind === 'signed' ? now.authentication.keys : signed.keys;
      return signedBy({ ...keys, oauth_token, oauth_token_secret }, now, signed);
    },
    notes: { oauth_token: `of ${other.appName}`, oauth_signature: 'correct for that token' },
    expects: unproved(call, 401, 89),
    stage: 'token',
    looked: `The token is good, and \`@${other.username}\` gave it to ${other.appName}: with the API key of ${call.app?.name ?? 'another App'} it is not valid.`,
    cause: 'This happens when staging and production share a database but use different Apps.',
  };
});

const unknownKey = credential('unknown-key', (call) => {
  const { authentication } = call.making;
  if (authentication.kind !== 'signed') return null;
  const consumer_key = withOtherEnd(authentication.keys.consumer_key);
  return {
    title: 'Unknown API key',
    does: 'Its last character changes',
    spoil: (now) =>
      signedBy(
        {
          ...(now.authentication.kind === 'signed' ? now.authentication : authentication).keys,
          consumer_key,
        },
        now,
        authentication,
      ),
    notes: { oauth_signature: 'correct for that key' },
    expects: unproved(call, 401, 32),
    stage: 'key',
    looked: `No App has the \`oauth_consumer_key\` that was sent, so there is no secret to check the signature with; nothing else was checked.`,
    cause:
      'A key that was regenerated or cut off while copying looks like this. Its code is that of a wrong signature.',
  };
});

const unknownRequestToken: CallBreak = {
  id: 'unknown-token',
  group: 'Credentials',
  of: (call) => {
    const { authentication } = call.making;
    if (
      call.credential?.kind !== 'requestToken' ||
      authentication.kind !== 'signed' ||
      !authentication.keys.oauth_token
    )
      return null;
    const was = authentication.keys.oauth_token;
    const oauth_token = withOtherEnd(was);
    return {
      title: 'Unknown request token',
      does: 'Its last character changes',
      spoil: ({ request, authentication: now }) => ({
        // In the query it would be a second token besides the one in the header.
        request: { ...request, url: request.url.replace(was, oauth_token) },
        authentication: now.kind === 'signed' ? { ...now, keys: { ...now.keys, oauth_token } } : now,
      }),
      notes: { oauth_signature: 'correct for that token' },
      expects: { status: 401, code: 89 },
      stage: 'token',
      looked:
        'The App has no live request token of this name: used, denied, expired after 15 minutes, or never issued.',
      cause: 'Usually it was exchanged before: a callback page that is reloaded exchanges it twice.',
    };
  },
};

const wrongBearer = credential('wrong-bearer', (call) => {
  const { authentication } = call.making;
  if (authentication.kind !== 'bearer') return null;
  return {
    title: 'Token cut off',
    does: 'Its last character is missing',
    spoil: () => ({ kind: 'bearer', token: authentication.token.slice(0, -1) }),
    expects: unproved(call, 401, 89),
    stage: 'token',
    looked: 'A bearer token is compared exactly, and no such token was issued.',
    cause:
      'Database columns that are too short cut it off, and so do shells that interpret `%` or `$` in it.',
  };
});

const wrongSecret = credential('wrong-secret', (call) => {
  const { authentication } = call.making;
  if (authentication.kind !== 'basic' || authentication.secret === '') return null;
  const [id, secret] = isGrant(call.target) ? ['Client ID', 'Client Secret'] : ['API key', 'API secret'];
  return {
    title: `Wrong ${secret}`,
    does: 'Its last character changes',
    spoil: () => ({ ...authentication, secret: withOtherEnd(authentication.secret) }),
    expects: unproved(call, 401, 32),
    stage: 'key',
    looked: `The ${id} is that of an App, and the ${secret} is not its own. The answer is the same as for an unknown ${id}: nobody learns which of them is right.`,
    cause:
      'Look for a secret that was regenerated, and for `:` or `%` in it that were not percent-encoded before Base64.',
  };
});

/** A success without valid credentials would be a bug, but some endpoints accept everyone. */
const takesAny = ({ target }: Call): boolean => !target || target.auth.includes('none');

const bearerForUser = credential('bearer', (call) => {
  const { target, vault, app } = call;
  const held = vault.find((each) => each.kind === 'app' && each.appId === app?.id);
  const isUser = call.making.authentication.kind === 'signed' || call.credential?.kind === 'oauth2';
  if (!target || takesAny(call) || isPage(call) || isGrant(target) || !isUser) return null;
  if (held?.kind !== 'app' || target.auth.includes('app')) return null;
  return {
    title: 'Bearer in place of a user',
    does: target.auth.includes('oauth1')
      ? 'This endpoint acts for a user'
      : 'This endpoint wants a signature',
    spoil: () => ({ kind: 'bearer', token: held.bearer_token }),
    notes: { Authorization: 'the App’s own, and good' },
    expects: unproved(call, 403, 220),
    stage: 'kind',
    looked: `The token is good and says which App calls, ${app!.name}. This endpoint has to know for whom, and a bearer token stands for no user.`,
    cause: 'It is the first thing that people try, because it is the one token that needs no user.',
  };
});

const userForApp = credential('user', (call) => {
  const { target, vault, app, making } = call;
  const held = vault.find((each) => each.kind === 'oauth1' && each.appId === app?.id);
  if (!target || takesAny(call) || making.authentication.kind !== 'bearer' || call.credential?.kind !== 'app')
    return null;
  if (held?.kind !== 'oauth1' || target.auth.includes('oauth1')) return null;
  return {
    title: 'User in place of the App',
    does: `Signed for @${held.username}`,
    spoil: () => ({ ...freshly(call), keys: held }),
    expects: { status: 403, code: 220 },
    stage: 'kind',
    looked:
      'The signature is right and says for whom you call. This endpoint belongs to the App, so it takes its bearer token alone.',
    cause:
      'One client for all endpoints causes it: the kind of credential depends on the endpoint, not on the program.',
  };
});

const keyPair = credential('key-pair', (call) => {
  const { target, vault, app, making } = call;
  const held = vault.find((each) => each.kind === 'basic' && each.appId === app?.id);
  if (
    !target ||
    takesAny(call) ||
    making.authentication.kind !== 'bearer' ||
    isGrant(target) ||
    held?.kind !== 'basic'
  )
    return null;
  return {
    title: 'API key in place of a token',
    does: 'Basic, with the API key and secret',
    spoil: () => ({ kind: 'basic', id: held.consumer_key, secret: held.consumer_secret }),
    expects: unproved(call, 403, 220),
    stage: 'kind',
    looked: `Key and secret are those of ${held.appName}, and they are valid: they get a bearer token at \`/oauth2/token\`, and nothing else.`,
    cause:
      'Many other platforms take the key itself with every call. Here that would send the secret each time.',
  };
});

const otherBearer = credential('other-bearer', (call) => {
  const { target, vault, app, apps, making } = call;
  if (
    !target ||
    target.method !== 'GET' ||
    making.authentication.kind !== 'bearer' ||
    call.credential?.kind !== 'app'
  )
    return null;
  // An App's own things do not exist for another App, or belong to another.
  if (/\/(stream|compliance)\b/.test(target.path)) return null;
  const fits = (id: string) =>
    apps.some((each) => each.id === id && !each.suspended && each.plan && target.plans.includes(each.plan));
  const other = vault.find((each) => each.kind === 'app' && each.appId !== app?.id && fits(each.appId));
  if (other?.kind !== 'app') return null;
  return {
    title: 'Another App’s bearer',
    does: `That of ${other.appName}`,
    spoil: () => ({ kind: 'bearer', token: other.bearer_token }),
    ...(namesWebhook(call) ? notItsWebhook(other.appName) : takenFrom(other.appName)),
  };
});

const takenFrom = (appName: string) =>
  ({
    expects: null,
    stage: 'kind',
    looked: `The platform took it: a bearer token stands for anyone who holds it. The call counted against the limits of ${appName}, and nobody was asked.`,
    cause:
      'That is why such a token is kept like a password, and never put into a page or an app that people can open.',
  }) as const;

const notItsWebhook = (appName: string) =>
  ({
    expects: { status: 400, code: 214 },
    stage: 'thing',
    looked: `The token is good and says that ${appName} calls. The webhook is not one of its own, so the reason is \`WebhookIdInvalid\`: the webhook of another App is answered as one that does not exist.`,
    cause:
      'A webhook belongs to the App that registered it, not to the Project: keep its id beside the token of that App.',
  }) as const;

const standalone = credential('standalone', (call) => {
  const { target, throwaway, making } = call;
  if (target?.api !== 'v2' || making.authentication.kind === 'none') return null;
  const asApp = making.authentication.kind === 'bearer' && target.auth.includes('app');
  if (!asApp && !target.auth.includes('oauth1')) return null;
  return {
    title: 'App outside any Project',
    does: asApp ? 'The bearer of a Standalone App' : 'A Standalone App signs',
    needs: 'throwaway',
    spoil: (now) =>
      asApp
        ? { kind: 'bearer', token: throwaway.bearer }
        : signedBy(throwaway.keys, signedNow(now), freshly(call)),
    notes: asApp ? {} : { oauth_signature: 'correct for that App' },
    expects: { status: 403, code: 414 },
    stage: 'project',
    looked:
      'Key, token and signature are right. The App that was made for this call is in no Project, and v2 is for Apps that are in one.',
    cause: 'Apps older than v2, and Apps created outside a Project, fail like this until they are attached.',
  };
});

const signedNow = (making: Making): Making =>
  making.authentication.kind === 'signed' ? making : { ...making, authentication: { kind: 'none' } };

const malformed = credential('malformed', (call) => {
  const { authentication } = call.making;
  if (authentication.kind === 'none' || authentication.kind === 'written' || takesAny(call)) return null;
  const common = { expects: unproved(call, 400, 215), stage: 'header' as const };
  if (authentication.kind === 'signed')
    return {
      ...common,
      title: 'Malformed header',
      does: 'No quotes around its values',
      spoil: ({ authentication: now }) =>
        now.kind === 'signed'
          ? { ...now, writes: (header) => (now.writes?.(header) ?? header).replaceAll('"', '') }
          : now,
      looked:
        'An OAuth header is a list of `name="value"`, and without the quotes it cannot be read: the call counts as one without credentials.',
      cause:
        'It is typical of a header that was assembled by hand, or passed through a shell that removed the quotes.',
    };
  if (authentication.kind === 'bearer')
    return {
      ...common,
      title: 'Malformed header',
      does: '`Bearer:` with a colon',
      spoil: ({ authentication: now }) =>
        now.kind === 'bearer' ? { kind: 'written', authorization: `Bearer: ${now.token}` } : now,
      looked:
        '`Bearer:` is not one of the schemes OAuth, Bearer and Basic: the token after it was not checked.',
      cause:
        'The scheme is followed by one space, and nothing else. Templates that write `Name: value` twice add the colon.',
    };
  return {
    ...common,
    title: 'Malformed header',
    does: 'Not in Base64',
    spoil: ({ authentication: now }) =>
      now.kind === 'basic' ? { kind: 'written', authorization: `Basic ${now.id}:${now.secret}` } : now,
    looked:
      'What follows `Basic` is Base64 of key, colon and secret; here the two were sent unencoded, so they cannot be read.',
    cause:
      'Tools with a field for user and password encode them. If you write the header yourself, you have to encode them.',
  };
});

const none = credential('none', (call) => {
  if (takesAny(call) || isPage(call) || call.making.authentication.kind === 'none') return null;
  return {
    title: 'No Authorization at all',
    does: 'The header is left out',
    spoil: () => ({ kind: 'none' }),
    expects: unproved(call, 400, 215),
    stage: 'kind',
    looked:
      'There is no Authorization header, and this endpoint wants to know who calls. Nothing was counted.',
    cause: 'Clients drop the header when they follow a redirect to another host, and some proxies remove it.',
  };
});

/** In the order of their application: those that replace everything come last. */
export const credentialBreaks: readonly CallBreak[] = [
  revoked,
  otherApps,
  unknownKey,
  unknownRequestToken,
  wrongBearer,
  wrongSecret,
  otherBearer,
  standalone,
  bearerForUser,
  userForApp,
  keyPair,
  malformed,
  none,
];
