import type { Act, Advice } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';
import { Remedies } from './remedies.svelte.ts';
import type { Remedy, CallHandle } from './call-handle.ts';
import { perform } from './perform.ts';
import { isMended } from './mended.ts';
import { proofPlan } from './proof-plan.ts';
import type { ProofPlan } from './proof-plan.ts';
import { levelWords } from './words.ts';

/** The handling of a refused call, from its first display to Send again. */
export class Acting {
  busy = $state(false);
  /** Why the act failed, as a sentence. */
  failed = $state<string | null>(null);
  readonly #session: PageSession;
  readonly #hand: CallHandle;
  readonly #remedies: Remedies;
  readonly #id: string;
  readonly #settled: (remedy: Remedy | null) => void;
  #act = $state.raw<Act | null>(null);
  /** Alternative acts that fix the same problem. */
  instead = $state.raw<readonly Act[]>([]);
  /** Further problems: the call is fixed only after all of these acts too. */
  #also = $state.raw<readonly Act[]>([]);
  /** The values of these acts' fields when the call was refused; null if the call was edited since. */
  readonly #refused: ReadonlyMap<string, string | null> | null;

  /** The engine's advice, or its alternative if things have changed since. */
  readonly act: Act | null = $derived.by(() => {
    const act = this.#act;
    return act?.kind === 'undoJump' && this.#session.clock.state.jumped === null ? act.or : act;
  });
  readonly remedy: Remedy | null = $derived.by(() => this.#remedies.of(this.#id));
  readonly plan: ProofPlan | null = $derived.by(() =>
    this.act?.kind === 'useCredential' ? proofPlan(this.act, this.#hand.sent, this.#session) : null,
  );
  /** Whether the person must type or sign in elsewhere, because the page cannot do it. */
  readonly typed: boolean = $derived(this.act?.kind === 'changeText');
  /** Whether only sending again is left to do. */
  readonly ready: boolean = $derived.by(
    () => this.remedy !== null || this.act?.kind === 'sendAgain' || this.#isDone(),
  );

  constructor(
    session: PageSession,
    hand: CallHandle,
    advice: Pick<Advice, 'act' | 'instead' | 'also'> | null,
    settled: (remedy: Remedy | null) => void,
  ) {
    this.#session = session;
    this.#hand = hand;
    this.#act = advice?.act ?? null;
    this.instead = advice?.instead ?? [];
    this.#also = advice?.also ?? [];
    const fields = [this.#act, ...this.#also].flatMap(fieldsOf);
    this.#refused = hand.edited ? null : new Map(fields.map((field) => [field, hand.valueOf(field)]));
    this.#settled = settled;
    this.#remedies = session.keep(Remedies);
    this.#id = hand.sent.exchange.request.id ?? String(hand.sent.exchange.sequence);
  }

  /** The acts for a call with several problems, and which of them are done; empty for a single problem. */
  get repairs(): readonly Repair[] {
    if (!this.act || this.#also.length === 0) return [];
    return [this.act, ...this.#also].map((act) => ({ act, isDone: this.#isPutRight(act) }));
  }

  /** Consequences of the act, shown below its button. */
  get leads(): string {
    const { act } = this;
    if (act?.kind === 'signInAgain' || this.plan?.how === 'signIn' || leadsToSignIn(act))
      return 'Goes on in Sign-in. Come back here to send again.';
    if (act?.kind === 'openCall') return 'It opens ready to be sent. What it deletes is not brought back.';
    if (act?.kind === 'liftAbuse')
      return 'It can be undone until the 15 minutes in which its refusals were counted are over.';
    if (act?.kind === 'raisePermission')
      return `The App may ${levelWords[act.to]} then, by a new token. It can be undone afterwards.`;
    return 'It can be undone afterwards, for as long as the page is open.';
  }

  /** Does what fixes it, or an alternative. */
  perform = async (act: Act | null = this.act): Promise<void> => {
    if (!act || this.busy) return;
    this.busy = true;
    this.failed = null;
    try {
      const done = await perform(act, this.#session, this.#hand);
      if ('failed' in done) this.failed = done.failed;
      else if (!('elsewhere' in done)) this.#take(done);
    } finally {
      this.busy = false;
    }
  };

  /** Does one of several acts; a notice reports it and offers Undo. */
  repair = async (act: Act): Promise<void> => {
    const done = await perform(act, this.#session, this.#hand);
    if ('failed' in done) this.failed = done.failed;
    if (!('what' in done)) return;
    this.#settled(done);
    const { undo } = done;
    const run = () => {
      void undo?.();
      this.#settled(null);
    };
    this.#session.notices.say(`${done.what}.`, undo ? { label: 'Undo', run } : undefined);
  };

  undo = async (): Promise<void> => {
    const { remedy } = this;
    if (!remedy?.undo || this.busy) return;
    this.busy = true;
    try {
      await remedy.undo();
      this.#remedies.remove(this.#id);
      this.#session.mark.change = null;
      this.#settled(null);
    } finally {
      this.busy = false;
    }
  };

  again = async (): Promise<void> => {
    if (this.act && !this.ready && this.act.kind !== 'none') return;
    await this.#hand.send();
  };

  #take(remedy: Remedy): void {
    this.#remedies.add(this.#id, remedy);
    this.#session.mark.change = remedy.mark;
    this.#settled(remedy);
  }

  /** What was done by hand meanwhile, here or elsewhere in the page. */
  #isDone(): boolean {
    const { act } = this;
    const mended = [...(act ? [act] : []), ...this.instead].some((each) =>
      isMended(each, this.#session, this.#hand.sent),
    );
    if (mended || act === null) return mended;
    const { repairs } = this;
    return repairs.length > 0 ? repairs.every(({ isDone }) => isDone) : isOfCall(act) && this.#hand.edited;
  }

  #isPutRight(act: Act): boolean {
    const refused = this.#refused;
    return refused === null
      ? this.#hand.edited
      : fieldsOf(act).every((field) => this.#hand.valueOf(field) !== refused.get(field));
  }
}

/** Does one of several acts. */
export interface Repair {
  readonly act: Act;
  readonly isDone: boolean;
}

/** The parts of the call that an act changes. */
const fieldsOf = (act: Act | null): readonly string[] =>
  act?.kind === 'changeText'
    ? [act.field]
    : act?.kind === 'useValue'
      ? act.changes.map(({ field }) => field)
      : [];

/** Whether the act changes the call itself. */
const isOfCall = ({ kind }: Act): boolean =>
  kind === 'changeText' || kind === 'useValue' || kind === 'useCredential' || kind === 'correctSignature';

const leadsToSignIn = (act: Act | null): boolean =>
  act?.kind === 'raisePermission' && act.then.kind === 'signInAgain';
