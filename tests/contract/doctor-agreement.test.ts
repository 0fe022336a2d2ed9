/** The Signature doctor's verdict on a signed call agrees with the platform's. */
import { expect, test } from 'vitest';
import { diagnose } from '../../engine/doctor/signature/doctor.ts';
import { start } from '../../testing/platform.ts';
import type { CredentialOf } from '../../testing/platform.ts';
import { signByHand } from '../support/sign-by-hand.ts';

type Protocol = Readonly<Record<string, string>>;

/** What the platform answers, the doctor's verdict, and the mistakes that it names. */
async function judge(header: (user: CredentialOf<'oauth1'>) => Protocol, path = '/2/users/me') {
  const { platform, as } = await start();
  const user = as.credential('oauth1', 'Northwind Reader', 'mira_holm');
  const { consumer_secret, oauth_token_secret: token_secret } = user;
  const given = { header: header(user), secrets: [consumer_secret, token_secret] as const };
  const authorization = signByHand(platform.clock.now(), 'GET', platform.baseUrl + path, given);
  const answer = await as.raw(authorization).get(path);
  const { method, url, headers } = answer.request;
  const asked = { method, url, headers, authorization, consumer_secret, token_secret };
  const { verdict, explanations } = diagnose({ ...asked, context: { now: platform.clock.now() } });
  return [
    answer.status,
    answer.code,
    verdict,
    explanations.flatMap(({ mistakes }) => mistakes.map(({ id }) => id)),
  ];
}

const both = ({ consumer_key, oauth_token }: CredentialOf<'oauth1'>): Protocol => ({
  oauth_consumer_key: consumer_key,
  oauth_token,
});

test('of oauth_version', async () => {
  const by = (version: Protocol) => judge((user) => ({ ...both(user), ...version }));
  expect(await by({ oauth_version: '' })).toEqual([401, 32, 'not-a-signature-problem', ['version-declared']]);
  expect(await by({ oauth_version: '1.0' })).toEqual([200, undefined, 'correct', []]);
  expect(await by({})).toEqual([200, undefined, 'correct', []]);
});

test('with an absent or empty token, signed with its secret', async () => {
  const refused = [401, 32, 'explained', ['token-unsent']];
  expect(await judge(({ consumer_key }) => ({ oauth_consumer_key: consumer_key }))).toEqual(refused);
  expect(await judge((user) => ({ ...both(user), oauth_token: '' }))).toEqual(refused);
});
