/** A person at the pages of the platform, and an App that asks for access. */
import { fieldsOf, openLegs } from '../../testing/legs.ts';

export const settings = '/settings/connected_apps';
export const page = (way: string, token: { oauth_token: string }, more = '') =>
  `/oauth/${way}?oauth_token=${token.oauth_token}${more}`;

/** A signed-in person, and an App that asks for access. */
export async function openConsent(...given: Parameters<typeof openLegs>) {
  const legs = await openLegs(...given);
  const { askToken, browser, exchange, keys, as, post } = legs;
  const person = browser();
  await person.login(await person.open(page('authenticate', await askToken())), 'jonas_berg');
  /** Whether the person is asked again at authenticate. */
  const isAsked = async () => (await person.open(page('authenticate', await askToken()))).asksConsent;
  /** The person allows the App; resolves to its access token. */
  const allow = async () => {
    const token = await askToken();
    const back = await person.submit(await person.open(page('authorize', token)), 'allow');
    return fieldsOf(
      await exchange(token, { oauth_verifier: back.parameter('oauth_verifier')! }),
    ) as unknown as {
      oauth_token: string;
      oauth_token_secret: string;
    };
  };
  const invalidate = (token: { oauth_token: string; oauth_token_secret: string }) =>
    post(as.signing({ ...keys, ...token }), '/1.1/oauth/invalidate_token');
  const approvals = () => legs.platform.snapshot().tables['approvals']!.map(({ id }) => id);
  return { ...legs, person, isAsked, allow, invalidate, approvals };
}
