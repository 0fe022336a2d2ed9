import { untrack } from 'svelte';
import { header, splitUrl, utf8 } from '../../../worker/api.ts';
import type { Diagnosis, DoctorInput, SecretPair } from '../../../worker/api.ts';
import type { CurlRequest } from '../../curl/types.ts';
import { baseOfPath, basesOf, isOn } from '../../state/bases.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import type { LoadedDoctor } from '../../doctor/loaded.svelte.ts';
import { knownApps, knownTokens } from '../../doctor/known-secrets.ts';
import { parameterOf } from '../../doctor/oauth-parameter.ts';
import { signedWith } from '../../doctor/signed-with.ts';
import { PrintedForm } from './compare/printed.svelte.ts';
import type { Pasted } from './paste.ts';
import { keptOf } from './kept/kept-request.ts';
import type { KeptRequest } from './kept/kept-request.ts';
import type { Hosts } from './hosts/hosts.svelte.ts';
import { hostOf, rulesOf } from './hosts/profile.ts';
import { inHeader } from './hosts/transmission.ts';
import { moved, repair, repairForHost } from './repair.ts';
import type { DrawnAt, Repaired } from './repair.ts';

export const typed = 'typed';
export const none = 'none';

export type SignedFor = 'platform' | 'other';
/** The source of a form: pasted, or kept over a reload. */
export type Read =
  | Exclude<Pasted, { kind: 'problem' }>
  | { readonly kind: 'kept'; readonly kept: KeptRequest };

/** What the requests of a desk share. */
interface Desk {
  readonly doctor: LoadedDoctor;
  readonly hosts: Hosts;
}

/** One refused request, as pasted and then corrected by hand, and the secrets that should sign it. */
export class DiagnosisForm {
  readonly #session: PageSession;
  readonly #doctor: LoadedDoctor;
  readonly #hosts: Hosts;
  readonly id: number;
  readonly pasted: Read;
  /** Epoch ms of the real clock. */
  readonly takenAt = Date.now();
  authorization = $state('');
  method = $state('GET');
  url = $state('');
  contentType = $state('');
  body = $state('');
  /** Header fields other than Authorization and Content-Type. */
  others = $state.raw<CurlRequest['headers']>([]);
  chosenFor = $state<SignedFor | null>(null);
  /** A consumer key of the vault; `typed` for typed secrets; null for the App that the header names. */
  chosenApp = $state<string | null>(null);
  chosenToken = $state<string | null>(null);
  /** Kept in the form too, because the host may still be renamed. */
  #typedSecret = $state('');
  #typedTokenSecret = $state('');
  diagnosis = $state.raw<Diagnosis | null>(null);
  readonly printed = new PrintedForm();
  #draws = $state(0);

  readonly #address = $derived(splitUrl(this.url.trim()));
  readonly #plain = $derived({
    authorization: this.authorization.trim(),
    url: this.url.trim(),
    contentType: this.contentType,
    body: this.body,
  });
  readonly #isOwnHost = $derived.by(
    () =>
      this.chosenFor === 'platform' ||
      basesOf(this.#session.greeting).some((base) => isOn(base, this.url.trim())),
  );
  readonly host = $derived(this.#address ? hostOf(this.#address) : '');
  readonly path = $derived(this.#address ? this.#address.path || '/' : '');
  readonly apps = $derived.by(() => knownApps(this.#session.world.vault));
  /** With its parameters in the header, even if another host got them elsewhere. */
  readonly carried = $derived.by(() =>
    this.#isOwnHost ? { ...this.#plain, from: 'header' as const } : inHeader(this.#plain),
  );
  readonly consumerKey = $derived(parameterOf(this.carried.authorization, 'oauth_consumer_key'));
  readonly tokenName = $derived(parameterOf(this.carried.authorization, 'oauth_token') || undefined);
  readonly signedFor: SignedFor = $derived(this.chosenFor ?? this.#likelyFor());
  readonly app = $derived.by(
    () => this.chosenApp ?? this.apps.find(({ key }) => key === this.consumerKey)?.key ?? typed,
  );
  readonly tokens = $derived.by(() =>
    knownTokens(this.#session.world.vault, this.#session.secrets.requestToken).filter(
      ({ appKey }) => this.app === typed || appKey === this.app,
    ),
  );
  readonly token = $derived.by(() => this.chosenToken ?? this.#fittingToken());
  /** For another host: whether the request names a token, unless the host uses none. */
  readonly needsTokenSecret = $derived.by(
    () => this.tokenName !== undefined && this.profile.token !== 'never',
  );
  /** The rules of its host, if that is not this platform. */
  readonly profile = $derived.by(() => this.#hosts.of(this));
  /** For another host: the signature method that it goes by. */
  readonly judgedBy = $derived.by(() =>
    this.profile.method === 'declared'
      ? parameterOf(this.carried.authorization, 'oauth_signature_method') || 'HMAC-SHA1'
      : this.profile.method,
  );
  /** A method that is not computed here, such as RSA-SHA1, is looked at without secrets. */
  readonly needsSecrets = $derived.by(
    () => this.signedFor !== 'other' || this.#doctor.now?.isSignatureMethod(this.judgedBy) !== false,
  );
  /** Null while one of them is unknown. */
  readonly secrets: SecretPair | null = $derived.by(() => this.#secrets());
  /** What is missing for a diagnosis. */
  readonly lacks: 'header' | 'rest' | 'address' | 'consumer secret' | 'token secret' | null = $derived.by(
    () => this.#lacks(),
  );
  readonly input: DoctorInput | null = $derived.by(() =>
    this.secrets && this.lacks === null ? this.#input(this.secrets) : null,
  );
  /** Comparing base strings needs no secrets. */
  readonly comparable: DoctorInput | null = $derived.by(() =>
    this.lacks === 'address' || this.#isIncomplete()
      ? null
      : this.#input(this.secrets ?? { consumer_secret: '', token_secret: '' }),
  );
  readonly fresh: DrawnAt = $derived.by(() => this.#freshness());
  /** The request signed again; null without an address, secrets, or a signature method that is supported here. */
  readonly repaired: Repaired | null = $derived.by(() => this.#repaired());

  constructor(session: PageSession, { doctor, hosts }: Desk, id: number, pasted: Read) {
    this.#session = session;
    this.#doctor = doctor;
    this.#hosts = hosts;
    this.id = id;
    this.pasted = pasted;
    this.reread();
  }

  /** Resets the fields to what was pasted. */
  reread(): void {
    const { pasted } = this;
    if (pasted.kind === 'kept') {
      const { kept } = pasted;
      ({ method: this.method, url: this.url, contentType: this.contentType, body: this.body } = kept);
      ({ others: this.others, authorization: this.authorization } = kept);
      return;
    }
    if (pasted.kind === 'header') {
      this.authorization = pasted.authorization;
      return;
    }
    const { method, url, headers, body } = pasted.call;
    this.authorization = header(headers, 'authorization') ?? '';
    this.method = method;
    this.url = url;
    this.contentType = header(headers, 'content-type') ?? '';
    this.body = body ?? '';
    this.others = headers.filter(([name]) => !/^(?:authorization|content-type)$/i.test(name));
  }

  /** The form as the tab keeps it. */
  readonly kept: KeptRequest = $derived.by(() => {
    const { method, url, contentType, body, others, authorization, pasted } = this;
    const now = keptOf({ method, url, contentType, body, others, authorization });
    // Parts that were left out before do not return by themselves.
    return this.#isIncomplete() && pasted.kind === 'kept' ? { ...now, left: pasted.kept.left } : now;
  });

  /** Draws a new nonce, and reads the time. */
  draw(): void {
    this.#draws++;
  }

  /** Shared by all requests of this host and key. */
  get typedSecret(): string {
    return this.#hosts.secretOf(this.host, this.consumerKey) ?? this.#typedSecret;
  }

  set typedSecret(secret: string) {
    this.#typedSecret = secret;
    this.#hosts.keepSecret(secret, this.host, this.consumerKey);
  }

  get typedTokenSecret(): string {
    return this.#hosts.secretOf(this.host, this.consumerKey, this.tokenName) ?? this.#typedTokenSecret;
  }

  set typedTokenSecret(secret: string) {
    this.#typedTokenSecret = secret;
    this.#hosts.keepSecret(secret, this.host, this.consumerKey, this.tokenName);
  }

  forgetSecrets(): void {
    this.#typedSecret = this.#typedTokenSecret = '';
  }

  /** The base URL of the platform's API that the path belongs to. */
  get baseUrl(): string {
    return baseOfPath(this.#session.greeting, this.#address?.path ?? '');
  }

  #likelyFor(): SignedFor {
    if (!this.#address || this.#isOwnHost) return 'platform';
    return this.apps.some(({ key }) => key === this.consumerKey) ? 'platform' : 'other';
  }

  #fittingToken(): string {
    if (this.tokenName === undefined) return none;
    return this.tokens.some(({ token }) => token === this.tokenName) ? this.tokenName : typed;
  }

  #secrets(): SecretPair | null {
    if (!this.needsSecrets) return { consumer_secret: '', token_secret: '' };
    const isOther = this.signedFor === 'other';
    const app = isOther ? undefined : this.apps.find(({ key }) => key === this.app);
    const consumer_secret = app?.secret ?? this.typedSecret;
    if (consumer_secret === '') return null;
    const token = isOther ? undefined : this.tokens.find((each) => each.token === this.token);
    const isAlone = isOther ? !this.needsTokenSecret : this.token === none;
    const token_secret = isAlone ? '' : (token?.secret ?? this.typedTokenSecret);
    return !isAlone && token_secret === '' ? null : { consumer_secret, token_secret };
  }

  /** What a reload removed, until it is pasted again. */
  #isIncomplete(): 'header' | 'rest' | null {
    const left = this.pasted.kind === 'kept' ? this.pasted.kept.left : 'nowhere';
    if (left === 'header' && parameterOf(this.authorization, 'oauth_signature') !== undefined) return null;
    return left === 'nowhere' ? null : left;
  }

  #lacks(): DiagnosisForm['lacks'] {
    const incomplete = this.#isIncomplete();
    if (incomplete) return incomplete;
    if (!this.#address) return 'address';
    if (this.secrets) return null;
    const known = this.signedFor === 'platform' && this.app !== typed;
    return known || this.typedSecret !== '' ? 'token secret' : 'consumer secret';
  }

  #input(secrets: SecretPair): DoctorInput {
    const { vault } = this.#session.world;
    const { token_secret } = secrets;
    const platform = this.signedFor === 'platform';
    const { url, authorization, body } = platform ? this.#plain : this.carried;
    const { address } = this.profile;
    const apps = knownApps(vault);
    const tokens = knownTokens(vault, this.#session.secrets.requestToken);
    const used = signedWith(this.#session.secrets, parameterOf(authorization, 'oauth_signature'));
    return {
      method: this.method.trim() || 'GET',
      url: platform || address === '' ? url : moved(url, address),
      headers: [...this.others, ...this.#typeHeader()],
      ...(body === '' ? {} : { body: utf8(body) }),
      authorization,
      ...secrets,
      ...(platform ? {} : { rules: rulesOf(this.profile) }),
      context: {
        otherTokenSecrets: tokens.map((each) => each.secret).filter((each) => each !== token_secret),
        otherSecrets: [
          ...(used ? [used] : []),
          ...apps.map(({ secret }) => ({ consumer_secret: secret, token_secret })),
          ...tokens.flatMap(({ appKey, secret }) =>
            apps
              .filter(({ key }) => key === appKey)
              .map((app) => ({ consumer_secret: app.secret, token_secret: secret })),
          ),
        ],
        ...(platform ? { now: this.#time(), baseUrls: basesOf(this.#session.greeting) } : this.#whenSent()),
      },
    };
  }

  #repaired(): Repaired | null {
    if (!this.input || !this.secrets) return null;
    if (this.signedFor === 'other') return this.#repairedForHost(this.input, this.secrets);
    const broken = { ...this.input, body: this.body === '' ? null : this.body };
    const known = this.app === typed ? undefined : this.app;
    const token = this.token === typed ? this.tokenName : this.token === none ? undefined : this.token;
    return repair(
      broken,
      { consumer_key: known ?? this.consumerKey ?? '', token, ...this.secrets },
      this.fresh,
      this.baseUrl,
    );
  }

  #repairedForHost(input: DoctorInput, secrets: SecretPair): Repaired | null {
    const { profile: rules, carried, judgedBy: method } = this;
    const doctor = this.#doctor.now;
    if (!doctor || this.consumerKey === undefined || !doctor.isSignatureMethod(method)) return null;
    // A form body that had only the protocol parameters becomes an empty form, not no body.
    const body = carried.body === '' && carried.from !== 'form' ? null : carried.body;
    const { signAsDeclared } = doctor;
    return repairForHost({ ...input, url: carried.url, body }, secrets, this.fresh, {
      rules,
      method,
      signAsDeclared,
    });
  }

  /** Few sources say when a request was sent; but it was not after the paste. */
  #whenSent(): { readonly now?: number } {
    const { pasted } = this;
    if (pasted.kind === 'call' && pasted.sentAt !== undefined) return { now: pasted.sentAt };
    const timestamp = Number(parameterOf(this.carried.authorization, 'oauth_timestamp'));
    return timestamp * 1000 > this.takenAt ? { now: this.takenAt } : {};
  }

  #freshness(): DrawnAt {
    const real = this.signedFor === 'other';
    const now = real ? Date.now() : this.#time();
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
    const bytes = crypto.getRandomValues(new Uint8Array(24));
    return {
      nonce: Array.from(bytes, (byte) => letters[byte % letters.length]).join(''),
      timestamp: Math.floor(now / 1000) + 0 * this.#draws,
      clock: real ? 'real' : 'platform',
    };
  }

  /** The time is read again when the clock jumps, not every second. */
  #time(): number {
    return this.#session.clock.state.frozen
      ? this.#session.clock.state.platformNow
      : untrack(() => this.#session.clock.now);
  }

  #typeHeader(): [string, string][] {
    return this.contentType === '' ? [] : [['Content-Type', this.contentType]];
  }
}
