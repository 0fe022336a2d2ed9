import { loadChoices } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';
import type { AtHand, Wanted } from './reading.ts';

/** The contents of the sheet, and the call that it is for. */
export class Shown {
  section = $state('');
  /** The requested choice, which is highlighted. */
  choice = $state<string | null>(null);
  atHand = $state.raw<AtHand | null>(null);
  /** Counts up with every request, so that the same one can be repeated. */
  asked = $state(0);
  readonly session: PageSession;

  constructor(session: PageSession) {
    this.session = session;
  }

  /** Rejects for a choice that is not in the register, and if the register cannot be loaded. */
  async ask(wanted: Wanted): Promise<void> {
    const choice = typeof wanted === 'string' ? null : wanted.choice;
    this.section = typeof wanted === 'string' ? wanted : await silentAt(wanted.choice);
    this.choice = choice;
    this.asked += 1;
  }
}

async function silentAt(choiceId: string): Promise<string> {
  const choice = (await loadChoices()).find(({ id }) => id === choiceId);
  if (!choice) throw new Error(`The register has no choice ${choiceId}`);
  return choice.section;
}
