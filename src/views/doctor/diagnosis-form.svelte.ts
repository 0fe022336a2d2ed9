import { untrack } from 'svelte';
import { header, utf8 } from '../../../worker/api.ts';
import type { Diagnosis, DoctorInput } from '../../../worker/api.ts';
import type { CurlRequest } from '../../curl/types.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import { knownApps, knownTokens } from '../../doctor/known-secrets.ts';
import { parameterOf } from '../../doctor/oauth-parameter.ts';
import { readPaste } from './paste.ts';

export const typed = 'typed';
export const none = 'none';

/** A request that was refused, as a person describes it, and the secrets that it should have been signed with. */
export class DiagnosisForm {
  readonly #session: PageSession;
  paste = $state('');
  /** What the paste was read as, or why it was not. */
  read = $state.raw<{ text: string; wrong: boolean } | null>(null);
  authorization = $state('');
  method = $state('GET');
  url = $state('');
  contentType = $state('');
  body = $state('');
  /** A consumer key of the vault, `typed`, or null: the one that the header names. */
  chosenApp = $state<string | null>(null);
  chosenToken = $state<string | null>(null);
  typedSecret = $state('');
  typedTokenSecret = $state('');
  diagnosis = $state.raw<Diagnosis | null>(null);
  #others: CurlRequest['headers'] = [];

  readonly apps = $derived.by(() => knownApps(this.#session.world.vault));
  readonly #named = $derived(parameterOf(this.authorization, 'oauth_consumer_key'));
  readonly app = $derived.by(
    () => this.chosenApp ?? (this.apps.some(({ key }) => key === this.#named) ? this.#named! : typed),
  );
  readonly tokens = $derived.by(() =>
    knownTokens(this.#session.world.vault, this.#session.requestToken).filter(
      ({ appKey }) => this.app === typed || appKey === this.app,
    ),
  );
  readonly #namedToken = $derived(parameterOf(this.authorization, 'oauth_token'));
  readonly token = $derived.by(() => this.chosenToken ?? this.#fittingToken());
  /** Null while there is nothing to diagnose. */
  readonly input: DoctorInput | null = $derived(this.#input());

  constructor(session: PageSession) {
    this.#session = session;
  }

  take(text: string): void {
    this.paste = text;
    const { baseUrl } = this.#session.greeting;
    const pasted = readPaste(text, baseUrl);
    this.read = null;
    if (pasted.kind === 'problem') this.read = { text: pasted.problem, wrong: true };
    if (pasted.kind === 'header') this.authorization = pasted.authorization;
    if (pasted.kind !== 'call') return;
    const { method, url, headers, body } = pasted.call;
    const authorization = header(headers, 'authorization');
    this.read =
      authorization === undefined
        ? { text: `This ${pasted.from} has no Authorization header.`, wrong: true }
        : { text: `Read as a ${pasted.from}.`, wrong: false };
    this.authorization = authorization ?? '';
    this.method = method;
    this.url = url;
    this.contentType = header(headers, 'content-type') ?? '';
    this.body = body ?? '';
    this.#others = headers.filter(([name]) => name.toLowerCase() === 'host');
    this.chosenApp = this.chosenToken = null;
  }

  #fittingToken(): string {
    if (this.#namedToken === undefined) return none;
    return this.tokens.some(({ token }) => token === this.#namedToken) ? this.#namedToken : typed;
  }

  #input(): DoctorInput | null {
    if (this.authorization.trim() === '' || this.url.trim() === '') return null;
    const { greeting, endpoints } = this.#session;
    const all = knownTokens(this.#session.world.vault, this.#session.requestToken);
    const consumer = this.apps.find(({ key }) => key === this.app)?.secret ?? this.typedSecret;
    const token = this.tokens.find((each) => each.token === this.token)?.secret;
    const secret = this.token === none ? '' : (token ?? this.typedTokenSecret);
    return {
      method: this.method.trim() || 'GET',
      url: this.url.trim(),
      headers: [...this.#others, ...this.#typeHeader()],
      ...(this.body === '' ? {} : { body: utf8(this.body) }),
      authorization: this.authorization.trim(),
      consumer_secret: consumer,
      token_secret: secret,
      context: {
        now: this.#time(),
        otherTokenSecrets: all.map((each) => each.secret).filter((each) => each !== secret),
        ...(endpoints.length > 0 ? { baseUrls: [greeting.baseUrl] } : {}),
      },
    };
  }

  /** Read anew when the clock jumps, not at every second. */
  #time(): number {
    return this.#session.clock.frozen ? this.#session.clock.platformNow : untrack(() => this.#session.now);
  }

  #typeHeader(): [string, string][] {
    return this.contentType === '' ? [] : [['Content-Type', this.contentType]];
  }
}
