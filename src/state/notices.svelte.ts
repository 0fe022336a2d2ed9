export interface PageNotice {
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** In ms. A notice with an action takes longer to decide on than one that is only read. */
const shownFor = 8000;
const shownForAct = 20_000;

/** Shows one notice at a time, for some seconds of visibility, which pause while the pointer is on it. */
export class Notices {
  current = $state.raw<PageNotice | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isHeld = false;
  #shownFor = shownFor;

  say(text: string, action?: PageNotice['action']): void {
    this.current = action ? { text, action } : { text };
    this.#shownFor = action ? shownForAct : shownFor;
    if (!this.#isHeld) this.resume();
  }

  /** No notice disappears until `resume`, neither this one nor the next. */
  pause = (): void => {
    this.#isHeld = true;
    clearTimeout(this.#timer);
  };

  /** Restarts its timer. */
  resume = (): void => {
    this.pause();
    this.#isHeld = false;
    this.#timer = setTimeout(this.dismiss, this.#shownFor);
  };

  dismiss = (): void => {
    this.pause();
    this.#isHeld = false;
    this.current = null;
  };
}
