/** What stands ready in the field, and which receiver answers there. */
import type { Credential, ReceiverView, Webhook } from '../../../../worker/api.ts';
import { keysIn } from '../vault/app-keys.ts';
import { isFilled, readyMade } from '../../../receivers/ready-made.ts';

interface Seen {
  readonly receivers: readonly ReceiverView[];
  readonly ofApp: { readonly webhooks: readonly Pick<Webhook, 'url'>[] } | null;
}

/** At a receiver that knows the App's secret where there is one, else where no receiver answers yet; none that the App has. */
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

/** The name of the ready-made receiver that this code is, to the letter; null for code that somebody changed. */
export function readyMadeIn(code: string, vault: readonly Credential[]): string | null {
  const secrets = ['', ...keysIn(vault).map(({ secret }) => secret)];
  return readyMade.find((ready) => secrets.some((secret) => isFilled(ready, secret, code)))?.name ?? null;
}
