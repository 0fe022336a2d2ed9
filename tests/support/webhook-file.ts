/** A playground to import: an App with a webhook, its receiver, and one subscribed account. */
import type { Credential } from '../../engine/index.ts';
import { encodeFile } from '../../worker/host/transfer/state-file.ts';
import { courier, people } from './activity.ts';
import { start } from '../../testing/platform.ts';
import { must } from '../../testing/portal.ts';
import { honest, Receivers } from '../../testing/receivers.ts';

export const receiverHost = 'hooks.courier.example';

export interface FileOptions {
  /** How often @mira_holm blocked or unblocked @jonas_berg since then: one event each. */
  readonly blocks?: number;
  /** Shown credentials that are not in the vault. */
  readonly without?: (credential: Credential) => boolean;
}

/** `codeOf`: the receiver's code, given the consumer secret; another receiver answered the first check. */
export async function webhookFile(
  codeOf: (consumerSecret: string) => string,
  { blocks = 0, without = () => false }: FileOptions = {},
): Promise<{ readonly file: Buffer; readonly webhookId: string }> {
  const receivers = new Receivers();
  const { platform, as } = await start({ send: receivers.send });
  const { appId, consumer_key, consumer_secret } = as.credential('basic', courier);
  receivers.at(receiverHost, honest(consumer_secret));
  must(await platform.do('receivers.save', receiverHost, codeOf(consumer_secret)));
  must(await platform.do('portal.updateApp', appId, { permission: 'read-write-directmessages' }));
  const { made } = must(await platform.do('portal.allow', appId, people.mira));
  if (made.kind !== 'oauth1') throw new Error('The portal gives tokens of OAuth 1.0a');
  const token = { ...made, consumer_key, consumer_secret };
  const { json } = await as.bearer(courier).post('/2/webhooks', { url: `https://${receiverHost}/events` });
  const webhookId = json['id'] as string;
  const subscribed = await as
    .signing(token)
    .post(`/2/account_activity/webhooks/${webhookId}/subscriptions/all`);
  if (subscribed.status !== 200) throw new Error(subscribed.text);
  for (let at = 0; at < blocks; at++)
    must(await platform.do('users.setBlocked', people.mira, people.jonas, at % 2 === 0));
  const vault = [...platform.initialCredentials.filter(({ id }) => id !== made.id), token].filter(
    (each) => !without(each),
  );
  return { file: Buffer.from(encodeFile({ ...platform.snapshot(), vault })), webhookId };
}

/** Answers challenges correctly, and deliveries by `answer`: an expression over `body`. */
export const receiverCode =
  (answer: string) =>
  (consumerSecret: string): string =>
    `
const utf8 = new TextEncoder();
export default async function (request) {
  const token = new URL(request.url).searchParams.get('crc_token');
  if (token === null) {
    const body = await request.text();
    return ${answer};
  }
  const key = await crypto.subtle.importKey('raw', utf8.encode('${consumerSecret}'), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8.encode(token)));
  return Response.json({ response_token: 'sha256=' + btoa(String.fromCharCode(...mac)) });
}
`;
