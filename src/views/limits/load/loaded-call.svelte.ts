import type { KnownEndpoint } from '#reference';
import type { EndpointOutline, RepeatedCall } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { LimitSettings } from '../settings.svelte.ts';
import { callInRequests, canRepeat, repeatedCall, tokens } from './call.ts';
import type { CallParts, LoadToken } from './call.ts';

interface KindOption {
  readonly value: LoadToken;
  readonly label: string;
  readonly off: string | null;
}

/** The call of a load, according to the settings: what is sent, and by whom. */
export class LoadedCall {
  readonly #session: PageSession;
  readonly #settings: LimitSettings;
  /** The call in Requests when the view was opened. */
  readonly inRequests: CallParts | null = $derived.by(() => callInRequests(this.#session.endpoints));

  readonly outline: EndpointOutline | null = $derived.by(() => {
    const { reference } = this.#session;
    const wanted = reference.outline(this.#settings.values.endpoint);
    return wanted && canRepeat(wanted) ? wanted : reference.outline(this.inRequests?.endpointId ?? 'getMe');
  });
  readonly endpoint: KnownEndpoint | null = $derived.by(() =>
    this.#session.reference.endpoint(this.outline?.id ?? null),
  );
  /** The chosen kind if the endpoint takes it, else one that it takes. */
  readonly as: LoadToken = $derived.by(() => {
    const taken = tokens.filter((each) => this.outline?.auth.includes(each));
    const { as } = this.#settings.values;
    return taken.includes(as)
      ? as
      : (taken.find((each) => this.#session.credential(each)) ?? taken[0] ?? 'app');
  });
  readonly kinds: readonly KindOption[] = $derived.by(() => {
    const user = this.#session.user?.username ?? '?';
    const labels = { oauth1: `@${user}`, app: 'Bearer', oauth2: `@${user}, OAuth 2.0` };
    return tokens
      .filter(
        (kind) => kind !== 'oauth2' || this.#session.credential('oauth2') !== null || this.as === 'oauth2',
      )
      .map((value) => ({
        value,
        label: labels[value],
        off: this.outline?.auth.includes(value) ? null : 'The endpoint does not take it',
      }));
  });
  /** null until the description of the endpoint is loaded. */
  readonly call: RepeatedCall | { readonly problem: string } | null = $derived.by(() => {
    const parts = this.outline?.id === this.inRequests?.endpointId ? this.inRequests : null;
    const isOwn = this.#settings.values.endpoint === null;
    return this.endpoint && repeatedCall(this.#session, this.endpoint, this.as, isOwn ? parts : null);
  });

  constructor(session: PageSession, settings: LimitSettings) {
    this.#session = session;
    this.#settings = settings;
  }

  /** The owner of the token in words. */
  get by(): string {
    return this.as === 'app' ? 'the App, bearer' : `@${this.#session.user?.username ?? '?'}`;
  }

  get firstLabel(): string {
    const { reference } = this.#session;
    const first = reference.outline(this.inRequests?.endpointId ?? 'getMe');
    const name = first ? `${first.method} ${first.path}` : '';
    return this.inRequests ? `As in Requests: ${name}` : name;
  }
}
