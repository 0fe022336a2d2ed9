import { arriving, loadCrcDoctor } from '../../../../worker/api.ts';
import type { CrcDiagnosis } from '../../../../worker/api.ts';
import { ownCall } from '../../../call/own-call.ts';
import type { AppCredential } from '../../../call/own-call.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { answerIn, tokenIn } from '../attempts.ts';
import { knownBeside, secretOf } from '../vault/app-keys.ts';
import type { CheckRef, OpenedCheck } from './opened-check.ts';

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
      const { webhookOf } = await arriving(() => import('./opened-check.ts'));
      const webhook = await webhookOf(this.#session.playground, webhookId);
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
    const [{ openedCheck }, doctor] = await Promise.all([
      arriving(() => import('./opened-check.ts')),
      this.doctor ?? loadCrcDoctor(),
    ]);
    const found = await openedCheck(this.#session.playground, ref);
    if (this.#ref !== asked) return;
    this.doctor = doctor;
    this.opened = found;
    if (found?.webhookId === null) this.url = found.passed ? null : found.url;
  }
}
