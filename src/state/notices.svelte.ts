export interface PageNotice {
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** In ms. What can be done about it takes longer to think about than what is only read. */
const shownFor = 8000;
const shownForAct = 20_000;

/** One line at a time, for some seconds in sight, which stand still while somebody points at it. */
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

  /** No line goes until `resume`, neither this one nor the next. */
  pause = (): void => {
    this.#isHeld = true;
    clearTimeout(this.#timer);
  };

  /** Its seconds begin again. */
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
