import type { Page } from '@playwright/test';
import { signAsDeclared } from '../../../engine/doctor/signature/sign.ts';
import { createPlatform, signRequest } from '../../../engine/index.ts';

/** The page's vault holds what the starter hands out: the same seed gives the same secrets. */
export const held = createPlatform().initialCredentials.find((each) => each.kind === 'oauth1')!;
export const origin = 'https://api.svc.example';
export const by = `${origin}/2/users/by?usernames=mira_holm%2Cjonas_berg&user.fields=created_at`;

let nonces = 0;
export const now = () => Math.floor(Date.now() / 1000);
const drawn = (timestamp = now()) => ({ nonce: `nonce${nonces++}x${now()}`, timestamp });
const request = (url: string, method = 'GET') => ({ method, url, headers: [] });

export const signed = (url: string, secrets: object = {}, timestamp?: number): string =>
  signRequest(request(url), { ...held, ...secrets }, drawn(timestamp)).authorization;
export const curl = (url: string, authorization: string): string =>
  `curl '${url}' \\\n  -H 'Authorization: ${authorization}'`;

export const queryLeftOut = (timestamp?: number): string =>
  curl(by, signed(by.split('?')[0]!, {}, timestamp));

export const shop = {
  secret: 'cs_9b8e27d15f60',
  message(): string {
    const url = 'http://api.shop.example/wp-json/wc/v3/orders?per_page=20&status=processing';
    const { authorization } = signRequest(
      request(url),
      { consumer_key: 'ck_4f1e0b7c9d2a', consumer_secret: this.secret },
      drawn(),
    );
    return `GET /wp-json/wc/v3/orders?per_page=20&status=processing HTTP/1.1\nHost: api.shop.example\nAuthorization: ${authorization}\n`;
  },
  /** To the same host, right, with its parameters in the query. */
  inQuery(): string {
    const url = 'https://api.shop.example/wp-json/wc/v3/orders?per_page=20';
    const { nonce, timestamp } = drawn();
    const protocol = [
      ['oauth_consumer_key', 'ck_4f1e0b7c9d2a'],
      ['oauth_nonce', nonce],
      ['oauth_signature_method', 'HMAC-SHA256'],
      ['oauth_timestamp', String(timestamp)],
    ] as const;
    const secrets = { consumer_secret: this.secret, token_secret: '' };
    const { steps } = signAsDeclared(request(url), protocol, secrets, 'HMAC-SHA256');
    const parameters = new URLSearchParams([
      ...protocol.map((each) => [...each]),
      ['oauth_signature', steps.signature],
    ]);
    return `curl '${url}&${parameters}'`;
  },
  /** To the same host, as WooCommerce takes it; signed for http and sent to https. */
  withSha256(): string {
    const url = 'https://api.shop.example/wp-json/wc/v3/orders?per_page=20';
    const { nonce, timestamp } = drawn();
    const { authorization } = signAsDeclared(
      request(url.replace('https:', 'http:')),
      [
        ['oauth_consumer_key', 'ck_4f1e0b7c9d2a'],
        ['oauth_nonce', nonce],
        ['oauth_signature_method', 'HMAC-SHA256'],
        ['oauth_timestamp', String(timestamp)],
      ],
      { consumer_secret: this.secret, token_secret: '' },
      'HMAC-SHA256',
    );
    return curl(url, authorization);
  },
  /** With a method whose key stays with its sender. */
  withKeyPair(): string {
    const { nonce, timestamp } = drawn();
    const header = `OAuth oauth_consumer_key="ck_4f1e0b7c9d2a", oauth_nonce="${nonce}", oauth_signature="c2lnbmVk", oauth_signature_method="RSA-SHA1", oauth_timestamp="${timestamp}"`;
    return curl('https://signed.shop.example/orders?per_page=20', header);
  },
};

export const region = (page: Page, name: 'Pasted' | 'Finding' | 'Repaired') =>
  page.getByRole('region', { name, exact: true });
export const verdict = (page: Page) => region(page, 'Finding').getByRole('heading', { level: 2 });
export const field = (page: Page) => page.getByRole('textbox', { name: /^Paste a request/ });
export const rows = (page: Page) => page.getByRole('list', { name: 'Pasted requests' }).getByRole('button');

export async function toDoctor(page: Page): Promise<void> {
  await page.goto('./#/doctor');
  await page.getByRole('heading', { name: 'Signature doctor' }).waitFor();
}
