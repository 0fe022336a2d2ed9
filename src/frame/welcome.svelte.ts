import type { FirstSteps, Playground } from '../../worker/api.ts';
import { Live } from '../state/live.svelte.ts';

const key = 'svc-playground:welcome:1';
const seen = 'seen';

/**
 * What this is, in one line, and the three things that one comes for, ticked off by the log of exchanges: until it is
 * closed, and again when somebody asks. Remembered where storage is allowed.
 */
export class Welcome {
  isShown = $state(!wasSeen());
  readonly steps: Live<FirstSteps>;

  constructor(page: { readonly playground: Pick<Playground, 'ask' | 'subscribe'> }) {
    this.steps = new Live(page, () => page.playground.ask('exchanges.firstSteps'), {
      when: ({ type }) => type === 'exchange' || type === 'restarted',
    });
  }

  show = (): void => {
    this.isShown = true;
  };

  close = (): void => {
    this.isShown = false;
    try {
      localStorage.setItem(key, seen);
    } catch {
      // Storage is denied: it is gone as long as the page.
    }
  };

  /** Somebody goes to another view: a line that has done its work goes with that. */
  left = (): void => {
    const { value } = this.steps;
    if (this.isShown && value && Object.values(value).every((each) => each !== null)) this.close();
  };
}

function wasSeen(): boolean {
  try {
    return localStorage.getItem(key) === seen;
  } catch {
    return false;
  }
}
