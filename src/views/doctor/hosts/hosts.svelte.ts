/**
 * The hosts that requests were signed for. Their rules are kept for this tab and survive a reload. Their secrets are in
 * memory only, and never go into storage, links or exports.
 */
import { SvelteMap } from 'svelte/reactivity';
import { isRecord, splitUrl } from '../../../../worker/api.ts';
import { membersIn } from '../../../parts/json.ts';
import { ofTab } from '../../../parts/storage.ts';
import { plain } from './presets.ts';
import { hostOf, profileIn } from './profile.ts';
import type { HostProfile } from './profile.ts';
import type { Transmission } from './transmission.ts';

/** Version 1 had no address. */
const versions: readonly unknown[] = [1, 2];
const version = 2;
/** The oldest is dropped first. */
export const mostHosts = 50;
const longest = 40_000;
const slot = ofTab('hosts');

interface Met {
  readonly host: string;
  readonly carried: { readonly from: Transmission };
}

export class Hosts {
  #profiles = $state.raw<readonly HostProfile[]>(parseHosts(slot.read()));
  /** By host, consumer key and, for a token secret, token. */
  readonly #secrets = new SvelteMap<string, string>();

  get all(): readonly HostProfile[] {
    return this.#profiles;
  }

  /** The rules of a host. A host without rules gets the RFC's, with the parameters where this request carries them. */
  of({ host, carried }: Met): HostProfile {
    return this.#named(host) ?? { host, ...plain, parameters: carried.from };
  }

  /** Adds the host of a request. */
  meet(request: Met): void {
    if (request.host !== '' && !this.#named(request.host)) this.set(this.of(request));
  }

  /** Adds the host of an address, for requests that are yet to come. Returns its name; null if there is no host. */
  add(address: string): string | null {
    const typed = address.trim();
    const parts = splitUrl(typed.includes('://') ? typed : `https://${typed}`);
    if (!parts || parts.host === '' || /\s/.test(parts.host)) return null;
    const host = hostOf(parts);
    this.meet({ host, carried: { from: 'header' } });
    return host;
  }

  set(profile: HostProfile): void {
    const isNew = !this.#named(profile.host);
    const others = this.#profiles.map((each) => (each.host === profile.host ? profile : each));
    this.#keep(isNew ? [...others, profile] : others);
  }

  #named = (host: string): HostProfile | undefined => this.#profiles.find((each) => each.host === host);

  /** Removes a host with its secrets. */
  remove(host: string): void {
    this.forget(host);
    this.#keep(this.#profiles.filter((each) => each.host !== host));
  }

  secretOf(host: string, consumerKey = '', token = ''): string | undefined {
    return this.#secrets.get(keyOf(host, consumerKey, token));
  }

  keepSecret(secret: string, host: string, consumerKey = '', token = ''): void {
    this.#secrets.set(keyOf(host, consumerKey, token), secret);
  }

  hasSecrets(host: string): boolean {
    return [...this.#secrets].some(([each, secret]) => secret !== '' && each.startsWith(`${host}\n`));
  }

  /** Forgets the secrets of a host. */
  forget(host: string): void {
    for (const each of [...this.#secrets.keys()])
      if (each.startsWith(`${host}\n`)) this.#secrets.delete(each);
  }

  #keep(profiles: readonly HostProfile[]): void {
    this.#profiles = profiles.slice(-mostHosts);
    slot.write(JSON.stringify({ version, hosts: this.#profiles }));
  }
}

const keyOf = (...parts: readonly [host: string, consumerKey: string, token: string]): string =>
  parts.join('\n');

/** Damaged entries are dropped. */
export function parseHosts(text: string | null): readonly HostProfile[] {
  const { version: of, hosts } = text === null || text.length > longest ? {} : membersIn(text);
  if (!versions.includes(of) || !Array.isArray(hosts)) return [];
  const read = hosts.slice(0, mostHosts).flatMap((each: unknown) => {
    const profile = isRecord(each) ? profileIn(each) : null;
    return profile ? [profile] : [];
  });
  return read.filter(({ host }, at) => read.findIndex((each) => each.host === host) === at);
}
