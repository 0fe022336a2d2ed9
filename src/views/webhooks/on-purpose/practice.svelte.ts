import { isResponse, loadCrcDoctor, newId } from '../../../../worker/api.ts';
import type { ChangedLine, CrcDiagnosis, Registering } from '../../../../worker/api.ts';
import { messageOf } from '../../../state/message-of.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { answerIn, reasonIn, tokenIn, webhookIn } from '../attempts.ts';
import { changed } from '../register/code.ts';
import { Met } from './met.svelte.ts';
import { changeOf, mistakes, programOf } from './mistakes.ts';
import type { Mistake } from './mistakes.ts';

/** The result of a registration, and the doctor's diagnosis of the answer to its challenge. */
export interface Judged {
  readonly made: Registering;
  readonly diagnosis: CrcDiagnosis;
  /** null if the connection was closed. */
  readonly status: number | null;
  /** "CrcValidationFailed"; null if the platform accepted it. */
  readonly reason: string | null;
  /** Whether the platform registered the webhook. */
  readonly isTaken: boolean;
}

/** One mistake after another, each in a new world. Kept while the page is open. */
export class Practice {
  readonly #session: PageSession;
  readonly met: Met;
  mistake = $state.raw<Mistake | null>(null);
  came = $state.raw<Judged | null>(null);
  busy = $state(false);
  /** Why nothing could be registered, as a sentence. */
  failed = $state<string | null>(null);
  isStopped = $state(false);
  /** The program while the person edits it by hand; otherwise null. */
  draft = $state<string | null>(null);
  /** A line was changed, and the result has not been shown yet. */
  goesOn = false;
  #token = '';
  #since = 0;
  /** The ms since the registration started. */
  waited = $state(0);

  /** The wrong line; null once it is fixed, and while the person edits the program by hand. */
  readonly change: ChangedLine | null = $derived(
    this.mistake && this.came && !this.came.isTaken && this.draft === null
      ? changeOf(this.mistake, this.came.made.code, this.came.made.secret)
      : null,
  );

  constructor(session: PageSession) {
    this.#session = session;
    this.met = session.keep(Met);
  }

  /** The next mistake that was not met yet; null if there is none. */
  get next(): Mistake | null {
    const at = this.mistake ? mistakes.indexOf(this.mistake) + 1 : 0;
    return (
      [...mistakes.slice(at), ...mistakes.slice(0, at)].find(({ id }) => this.met.of(id) === null) ?? null
    );
  }

  meet = async (mistake: Mistake): Promise<void> => {
    if (this.busy) return;
    this.mistake = mistake;
    this.draft = null;
    this.came = null;
    const came = await this.#register(programOf(mistake));
    if (!came) return;
    const { reason, diagnosis } = came;
    const isIt = diagnosis.mistake?.parts.some(({ id }) => id === mistake.found);
    if (reason === 'CrcValidationFailed' && isIt) this.met.note(mistake.id, 'met');
  };

  /** Changes the line. Resolves to whether the platform accepted the program. */
  mend = async (): Promise<boolean> => {
    const { change, came } = this;
    return change !== null && came !== null && this.#again(changed(came.made.code, change));
  };

  /** Starts editing by hand. */
  edit = (): void => {
    if (!this.busy && this.came) this.draft = this.came.made.code;
  };

  /** Registers the edited program, which stays until the platform accepts it. Resolves to whether it did. */
  tryDraft = async (): Promise<boolean> => {
    const { draft } = this;
    if (draft === null || !(await this.#again(draft))) return false;
    this.draft = null;
    return true;
  };

  async #again(code: string): Promise<boolean> {
    const { mistake } = this;
    if (!mistake || this.busy) return false;
    this.goesOn = true;
    const again = await this.#register(code);
    if (!again?.isTaken) return false;
    this.met.note(mistake.id, 'mended');
    return true;
  }

  stop = (): void => {
    if (!this.busy || this.isStopped) return;
    this.isStopped = true;
    void this.#session.playground.stopTrial(this.#token).catch((cause: unknown) => {
      this.failed = messageOf(cause);
    });
  };

  tick = (): void => {
    this.waited = performance.now() - this.#since;
  };

  async #register(code: string): Promise<Judged | null> {
    if (this.busy) return null;
    this.busy = true;
    this.failed = null;
    this.isStopped = false;
    this.#since = performance.now();
    this.tick();
    try {
      const token = (this.#token = newId());
      const [doctor, made] = await Promise.all([
        loadCrcDoctor(),
        this.#session.playground.tryRegistering(code, token),
      ]);
      return (this.came = cameOf(made, doctor));
    } catch (cause) {
      if (!this.#wasStopped()) this.failed = messageOf(cause);
      return null;
    } finally {
      this.busy = false;
    }
  }

  #wasStopped(): boolean {
    return this.isStopped;
  }
}

function cameOf(made: Registering, { diagnoseCrc }: Awaited<ReturnType<typeof loadCrcDoctor>>): Judged {
  const { call, challenge, secret, otherSecrets } = made;
  return {
    made,
    diagnosis: diagnoseCrc({
      token: tokenIn(challenge.request.url) ?? '',
      secret,
      url: challenge.request.url,
      answer: answerIn(challenge),
      ms: Math.round(challenge.durationMs),
      known: { otherSecrets },
    }),
    status: isResponse(call.outcome) ? call.outcome.status : null,
    reason: reasonIn(call),
    isTaken: webhookIn(call) !== null,
  };
}
