import { isResponse, loadCrcDoctor, splitUrl } from '../../../../worker/api.ts';
import type { CrcDiagnosis, Exchange, Webhook } from '../../../../worker/api.ts';
import { ownCall } from '../../../call/own-call.ts';
import type { AppCredential } from '../../../call/own-call.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { answerIn, attemptIn, callOf, challengeOf, reasonIn, tokenIn } from '../attempts.ts';
import { knownBeside, secretOf } from '../vault/app-keys.ts';

/** The part of an address that names a check. */
export type CheckRef =
  | { readonly kind: 'registration'; readonly sequence: number }
  | { readonly kind: 'check'; readonly webhookId: string; readonly checkId: string };

/** The opened check: the challenge, its answer, and the call that caused it. */
export interface OpenedCheck {
  readonly appId: string | null;
  /** The URL of the callback. */
  readonly url: string;
  readonly host: string;
  /** null for a check that the platform made by itself. */
  readonly call: Exchange | null;
  readonly reason: string | null;
  /** null if none was sent, or the log no longer has it. */
  readonly challenge: Exchange | null;
  /** The reason that the platform stored; only for a check of a webhook. */
  readonly failed: string | null;
  readonly passed: boolean;
  readonly at: number;
  /** null for a registration. */
  readonly webhookId: string | null;
}

type Doctor = Awaited<ReturnType<typeof loadCrcDoctor>>;

/** The registration of webhooks, and the opened check. Kept while the page is open. */
export class RegisterDesk {
  readonly #session: PageSession;
  /** The typed address; null for the proposed one. */
  url = $state<string | null>(null);
  /** Whether a call waits for its answer. */
  busy = $state(false);
  /** Why no call could be made, as a sentence. */
  failed = $state<string | null>(null);
  /** undefined while it is being read; null if the log no longer has it. */
  opened = $state.raw<OpenedCheck | null | undefined>(undefined);
  doctor = $state.raw<Doctor | null>(null);
  #ref = '';

  /** The doctor's diagnosis of the challenge; null without a challenge, or without the secret that it needs. */
  readonly diagnosis: CrcDiagnosis | null = $derived.by(() => {
    const { opened, doctor, secret } = this;
    const token = opened?.challenge ? tokenIn(opened.challenge.request.url) : null;
    if (!opened?.challenge || !doctor || token === null || secret === null) return null;
    return doctor.diagnoseCrc({
      token,
      secret,
      url: opened.challenge.request.url,
      answer: answerIn(opened.challenge),
      ms: Math.round(opened.challenge.durationMs),
      known: knownBeside(this.#session.world.vault, opened.appId),
    });
  });

  constructor(session: PageSession) {
    this.#session = session;
  }

  /** The consumer secret of the App whose check is opened; null if the vault has none. */
  get secret(): string | null {
    return secretOf(this.#session.world.vault, this.opened?.appId ?? null);
  }

  get bearer(): AppCredential | null {
    const held = this.#session.credential('app');
    return held?.kind === 'app' ? held : null;
  }

  /** Registers a webhook of the App in use. Resolves to the sequence of the exchange; null if no call could be made. */
  register = (url: string): Promise<number | null> =>
    this.#calling(async (bearer) => {
      const { exchange } = await ownCall(this.#session, bearer, {
        method: 'POST',
        path: '/2/webhooks',
        body: { url },
      });
      return exchange.sequence;
    });

  /** Has a webhook checked. Resolves to the id of the check; null if there was none. */
  check = (webhookId: string): Promise<string | null> =>
    this.#calling(async (bearer) => {
      const { json, status } = await ownCall(this.#session, bearer, {
        method: 'PUT',
        path: `/2/webhooks/${webhookId}`,
      });
      const webhook = await this.#webhook(webhookId);
      const last = webhook?.checks.at(-1);
      if (status !== 200 && !json.errors?.[0]?.message.startsWith('CrcValidationFailed'))
        throw new Error(
          json.errors?.[0]?.message ?? json.detail ?? 'The connection was closed without an answer.',
        );
      return last?.id ?? null;
    });

  async #calling<T>(call: (bearer: AppCredential) => Promise<T>): Promise<T | null> {
    const { bearer } = this;
    if (this.busy || !bearer) return null;
    this.busy = true;
    this.failed = null;
    try {
      return await call(bearer);
    } catch (cause) {
      this.failed = cause instanceof Error ? cause.message : String(cause);
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** Reads a check, and what explains it. The previous one stays until this one is loaded. */
  async open(ref: CheckRef): Promise<void> {
    const asked = JSON.stringify(ref);
    if (this.#ref === asked && this.opened) return;
    this.#ref = asked;
    this.opened = undefined;
    const [log, doctor] = await Promise.all([
      this.#session.playground.exchanges(),
      this.doctor ?? loadCrcDoctor(),
    ]);
    const found =
      ref.kind === 'registration' ? ofRegistration(log, ref.sequence) : await this.#ofCheck(log, ref);
    if (this.#ref !== asked) return;
    this.doctor = doctor;
    this.opened = found;
    if (found?.webhookId === null) this.url = found.passed ? null : found.url;
  }

  async #webhook(id: string): Promise<(Webhook & { readonly appId: string }) | null> {
    for (const { appId, webhooks } of (await this.#session.playground.ask('webhooks.report')).apps)
      for (const webhook of webhooks) if (webhook.id === id) return { ...webhook, appId };
    return null;
  }

  async #ofCheck(
    log: readonly Exchange[],
    { webhookId, checkId }: Extract<CheckRef, { kind: 'check' }>,
  ): Promise<OpenedCheck | null> {
    const webhook = await this.#webhook(webhookId);
    const check = webhook?.checks.find(({ id }) => id === checkId);
    if (!webhook || !check) return null;
    const challenge =
      log.find((each) => each.direction === 'out' && each.sequence === check.sequence) ?? null;
    const call = challenge && check.cause !== 'hourly' ? callOf(log, challenge, webhookId) : null;
    return {
      appId: webhook.appId,
      url: webhook.url,
      host: splitUrl(webhook.url)?.host ?? '',
      call,
      reason: call && reasonIn(call),
      challenge,
      failed: check.failed,
      passed: check.failed === null,
      at: check.at,
      webhookId,
    };
  }
}

function ofRegistration(log: readonly Exchange[], sequence: number): OpenedCheck | null {
  const call = log.find((each) => each.direction === 'in' && each.sequence === sequence);
  const attempt = call ? attemptIn(call) : null;
  if (!call || !attempt) return null;
  const { url, appId, reason, status } = attempt;
  const asked = reason === 'CrcValidationFailed' || status === 200;
  return {
    appId,
    url,
    host: splitUrl(url)?.host ?? '',
    call,
    reason,
    challenge: asked ? challengeOf(log, call, url) : null,
    failed: null,
    passed: isResponse(call.outcome) && call.outcome.status === 200,
    at: call.at,
    webhookId: null,
  };
}
