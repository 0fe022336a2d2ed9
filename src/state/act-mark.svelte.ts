/** The place of a change in the frame, and the earlier value. */
export interface ChangeByAct {
  readonly where: 'plan' | 'app' | 'user' | 'clock';
  readonly was: string;
  /** Whether the fixed call was sent again: with the next call the mark is removed. */
  readonly told?: boolean;
}

/** Marks what an act changed in the frame to fix a refusal. */
export class ActMark {
  /** null again once a later call is sent. */
  change = $state.raw<ChangeByAct | null>(null);

  /** The value before the change; null if nothing was changed. */
  wasOf(where: ChangeByAct['where']): string | null {
    return this.change?.where === where ? this.change.was : null;
  }

  /** Must be called when a call is sent: changes that were shown with the previous call are no longer marked. */
  callSent(): void {
    const { change } = this;
    this.change = change && !change.told ? { ...change, told: true } : null;
  }
}
