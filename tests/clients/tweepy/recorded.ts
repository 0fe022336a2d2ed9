/**
 * The requests of tweepy 4.12.1, with requests 2.28.1 and oauthlib 3.2.2 on Python 3.11; the App's own values are
 * filled in.
 */
import { basicOf } from '../../../testing/platform.ts';
import { callback } from '../flows/person.ts';

type Pair = readonly [name: string, value: string];

const code_verifier =
  'zcXW03d11zV1WLeooduUCBAfSThST42PCds_Tst8xfSasl3-UuKBWC_Tspp8g17LDXiarmhjWinbqgVYCi1Zqn_vYAkBL9CqdyeSjDOBOAUnEXodsKM04GO735ENXg-uyoAUAAuoJ05yXUrifAD0NS6vQx4SZsW1DbXKsPEnKZQ';
const code_challenge = '5SzeMvh457YobAcUBkUzsRfN0BAAuzIObbmhYH79bRk';
const scope = 'post.read users.read offline.access';

export function recordedOf({
  client_id,
  client_secret,
}: {
  client_id: string;
  client_secret: string | null;
}) {
  const own: readonly Pair[] = [['client_id', client_id]];
  const isPublic = client_secret === null;
  const query: readonly Pair[] = [
    ['response_type', 'code'],
    ...own,
    ['redirect_uri', callback],
    ['scope', scope],
    ['state', '4AOs1u1uzu0gztgKBzI9izY7B9pZxz'],
    ['code_challenge', code_challenge],
    ['code_challenge_method', 'S256'],
  ];
  const headers: readonly Pair[] = [
    ['User-Agent', 'python-requests/2.28.1'],
    ['Accept-Encoding', 'gzip, deflate'],
    ['Accept', 'application/json'],
    ['Connection', 'keep-alive'],
    ['Content-Type', 'application/x-www-form-urlencoded;charset=UTF-8'],
    ...(isPublic
      ? []
      : ([['Authorization', basicOf({ consumer_key: client_id, consumer_secret: client_secret })]] as const)),
  ];
  return {
    authorize: new URLSearchParams(query.map(([name, value]) => [name, value])).toString(),
    headers,
    exchange: (code: string): readonly Pair[] => [
      ['grant_type', 'authorization_code'],
      ...own,
      ['code_verifier', code_verifier],
      ['code', code],
      ['redirect_uri', callback],
    ],
    refresh: (refresh_token: string): readonly Pair[] => [
      ...(isPublic ? own : []),
      ['grant_type', 'refresh_token'],
      ['scope', scope],
      ['refresh_token', refresh_token],
    ],
  };
}
