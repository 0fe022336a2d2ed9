/** Where in the frame the change stands, and what stood there. */
export interface ChangeByAct {
  readonly where: 'plan' | 'app' | 'user' | 'clock';
  readonly was: string;
  /** Whether the call that it mends was sent again: with the next one it is nothing new any more. */
  readonly told?: boolean;
}

/** Marks what of the frame was changed to mend a refusal. */
export class ActMark {
  /** null once a call was sent that does not tell of it any more. */
  change = $state.raw<ChangeByAct | null>(null);

  /** What stood there before the change; null where nothing was changed. */
  wasOf(where: ChangeByAct['where']): string | null {
    return this.change?.where === where ? this.change.was : null;
  }

  /** Call it when a call is sent: changes that were told with the previous call are no longer marked. */
  callSent(): void {
    const { change } = this;
    this.change = change && !change.told ? { ...change, told: true } : null;
  }
}
