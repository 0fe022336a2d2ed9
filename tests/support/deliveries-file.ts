/** A playground to import: five webhooks subscribed to every post of one account, with receivers that often fail. */
import { encodeFile } from '../../worker/host/transfer/state-file.ts';
import { hook, people } from './activity.ts';
import { start } from '../../testing/platform.ts';
import { appNamed, must } from '../../testing/portal.ts';
import { Receivers } from '../../testing/receivers.ts';
import { receiverCode } from './webhook-file.ts';

export const hosts = ['a', 'b', 'c', 'd', 'e'].map((name) => `hooks.${name}.example`);

/** The text of a post that the receivers parse: `event 17`. */
export const wordsOf = (number: number): string => `event ${number}`;

/** Whether the last receiver never accepts this one. */
export const isRefused = (host: string, number: number): boolean =>
  host === hosts.at(-1) && number % 2000 === 2;

/**
 * Stores for each event its number and how often it arrived, and then fails every fifth: with a 503, by throwing, or by
 * never answering (`hangs`, a share of all). Every tenth answer is slow. The result of a delivery depends on the seed,
 * the host, the event's number and how often it arrived, and not on the order in which receivers run.
 */
const failing = (host: string, hangs: number, seed: number): string => `
async function take(body) {
  const { event_id, post_create_events: [{ text }] } = JSON.parse(body);
  const number = Number(text.slice(6));
  const { times } = (await storage.get(event_id)) ?? { times: 0 };
  await storage.set(event_id, { number, times: times + 1 });
  if (${host === hosts.at(-1)} && number % 2000 === 2) return new Response('', { status: 500 });
  let mixed = ${seed ^ Math.imul(hosts.indexOf(host) + 1, 0x9e3779b1)} ^ Math.imul(number + 1, 0x85ebca6b) ^ Math.imul(times + 1, 0xc2b2ae35);
  for (let at = 0; at < 2; at++) mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  const dice = ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  if (dice < ${hangs}) await new Promise(() => {});
  if (dice < 0.1) return new Response('', { status: 503 });
  if (dice < 0.2) throw new Error('The database is down');
  if (dice < 0.3) await new Promise((resolve) => setTimeout(resolve, 200));
  return new Response();
}
`;

/**
 * The posts belong to the first token in the vault. `hangs`: the share of deliveries that are never answered; `seed`:
 * 32 bits.
 */
export async function deliveriesFile(
  hangs: number,
  seed: number,
): Promise<{ readonly file: string; readonly webhooks: readonly string[] }> {
  const receivers = new Receivers();
  const { platform, as } = await start({ send: receivers.send });
  const app = 'Atlas Insight';
  must(await platform.do('portal.setPlan', appNamed(platform, 'Northwind Courier').projectId!, 'enterprise'));
  const webhooks: string[] = [];
  for (const host of hosts) {
    const { id } = await hook({ platform, as, receivers }, { app, host, users: [people.mira] });
    webhooks.push(id);
    const code = receiverCode('await take(body)')(as.credential('basic', app).consumer_secret);
    must(await platform.do('receivers.save', host, code + failing(host, hangs, seed)));
  }
  const writer = as.credential('oauth1', 'Northwind Courier', 'mira_holm');
  const others = platform.initialCredentials.filter(({ id }) => id !== writer.id);
  const file = encodeFile({ ...platform.snapshot(), vault: [writer, ...others] });
  return { file: new TextDecoder().decode(file), webhooks };
}
