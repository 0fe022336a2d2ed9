/** A platform for signed calls that remembers how it processed the last one. */
import { createPlatform, isResponse, text } from '../../engine/index.ts';
import type { Exchange, HttpRequest, Platform } from '../../engine/index.ts';
import type { Call, UserCredential } from './calls.ts';
import { userCredentials } from './calls.ts';

export interface Verdict {
  readonly status: number;
  readonly codes: readonly number[];
  /** Whether the platform authenticated the call. */
  readonly authenticated: boolean;
  readonly because: string;
}

export class Stand {
  #platform!: Platform;
  #credentials!: UserCredential[];
  #last: Exchange | null = null;

  /** Sends the call and returns its result. A token that invalidates itself is issued again. */
  async try(request: HttpRequest): Promise<Verdict> {
    const { platform } = this;
    const outcome = await platform.handle(request);
    if (!isResponse(outcome)) throw new Error(`No response: ${outcome.kind}`);
    if (outcome.status === 200 && request.url.includes('invalidate_token')) await this.renew();
    const trace = this.#last!.trace;
    const body =
      outcome.body.length > 0 ? (JSON.parse(text(outcome.body)) as { errors?: { code: number }[] }) : {};
    return {
      status: outcome.status,
      codes: (body.errors ?? []).map(({ code }) => code),
      authenticated: trace.some(({ verb }) => verb === 'Authenticated'),
      because: trace.map(({ verb, text: said }) => `${verb} ${said}`).join('; '),
    };
  }

  get platform(): Platform {
    return this.#platform;
  }

  credential(call: Call): UserCredential {
    return this.#credentials[call.credential % this.#credentials.length]!;
  }

  /** Epoch seconds on the caller's clock. */
  timestamp(call: Call): number {
    return Math.floor(this.platform.clock.now() / 1000) + call.off;
  }

  async renew(): Promise<void> {
    this.#platform = createPlatform({ logSize: 1 });
    this.#credentials = userCredentials(this.#platform);
    this.#platform.exchanges.subscribe((exchange) => (this.#last = exchange));
    await this.#platform.do('portal.setAbuse', false);
  }
}

export async function openStand(): Promise<Stand> {
  const stand = new Stand();
  await stand.renew();
  return stand;
}
