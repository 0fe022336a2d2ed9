export interface PageNotice {
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

const shownFor = 8000;

/** One line at a time, for eight seconds that stand still while somebody points at it. */
export class Notices {
  current = $state.raw<PageNotice | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string, action?: PageNotice['action']): void {
    this.current = action ? { text, action } : { text };
    this.resume();
  }

  pause = (): void => clearTimeout(this.#timer);

  resume = (): void => {
    this.pause();
    this.#timer = setTimeout(this.dismiss, shownFor);
  };

  dismiss = (): void => {
    this.pause();
    this.current = null;
  };
}
