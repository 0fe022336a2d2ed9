import type { Credential, Playground } from '../../../../worker/api.ts';

export type UserKeys = Pick<
  Extract<Credential, { kind: 'oauth1' }>,
  'consumer_key' | 'consumer_secret' | 'oauth_token' | 'oauth_token_secret'
>;

/** An App outside any Project, with the credentials that the portal gave it. */
export interface Throwaway {
  readonly keys: UserKeys;
  readonly bearer: string;
}

const soon = 'made when you send';

/** The placeholder until it is made. */
export const notYet: Throwaway = {
  keys: { consumer_key: soon, consumer_secret: soon, oauth_token: soon, oauth_token_secret: soon },
  bearer: soon,
};

const name = 'Made to be broken';

/**
 * Makes a Standalone App with an API key, a user's token and a bearer token through the portal, revokes the tokens
 * there if wanted, passes them on, and deletes the App: it exists for one call only. Returns the reason, as a sentence,
 * if the portal refuses.
 */
export async function withThrowaway<T>(
  playground: Pick<Playground, 'do'>,
  revoked: boolean,
  use: (made: Throwaway) => Promise<T>,
): Promise<{ readonly value: T } | { readonly reason: string }> {
  const app = await playground.do('portal.createApp', name, null);
  if (!app.ok) return app;
  const { id } = app.made;
  try {
    const token = await playground.do('portal.regenerate', id, 'oauth1');
    if (!token.ok) return token;
    const shown = app.shown ?? [];
    const key = shown.find((each) => each.kind === 'basic');
    const bearer = shown.find((each) => each.kind === 'app');
    if (!key || !bearer || token.made.kind !== 'oauth1') throw new Error('The portal showed no keys');
    if (revoked)
      for (const kind of ['oauth1', 'app'] as const) await playground.do('portal.revoke', id, kind);
    const { consumer_key, consumer_secret } = key;
    const { oauth_token, oauth_token_secret } = token.made;
    const keys = { consumer_key, consumer_secret, oauth_token, oauth_token_secret };
    return { value: await use({ keys, bearer: bearer.bearer_token }) };
  } finally {
    // Not awaited, so that the next call can be sent at once.
    void playground.do('portal.deleteApp', id).catch(() => undefined);
  }
}
