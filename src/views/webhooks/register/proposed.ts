/** The proposed address in the field, and the receiver that answers there. */
import type { Credential, ReceiverView, Webhook } from '../../../../worker/api.ts';
import { keysIn } from '../vault/app-keys.ts';
import { isFilled, readyMade } from '../../../receivers/ready-made.ts';

interface Seen {
  readonly receivers: readonly ReceiverView[];
  readonly ofApp: { readonly webhooks: readonly Pick<Webhook, 'url'>[] } | null;
}

/**
 * An address at a receiver that knows the App's secret if there is one, else where no receiver answers yet; never one
 * that the App has registered.
 */
export function proposedUrl({ receivers, ofApp }: Seen, secret: string | null): string {
  const taken = (url: string): boolean => ofApp?.webhooks.some((each) => each.url === url) ?? false;
  const free = receivers.filter(({ host }) => !taken(at(host)));
  const own = secret === null ? undefined : free.find(({ code }) => code.includes(secret));
  if (own) return at(own.host);
  for (let number = 1; ; number++) {
    const host = `hooks${number === 1 ? '' : number}.northwind.example`;
    if (!receivers.some((each) => each.host === host) && !taken(at(host))) return at(host);
  }
}

const at = (host: string): string => `https://${host}/in`;

/** The name of the ready-made receiver with exactly this code; null if the code was changed. */
export function readyMadeIn(code: string, vault: readonly Credential[]): string | null {
  const secrets = ['', ...keysIn(vault).map(({ secret }) => secret)];
  return readyMade.find((ready) => secrets.some((secret) => isFilled(ready, secret, code)))?.name ?? null;
}
