const key = 'svc-playground:welcome:1';
const seen = 'seen';

/** What this is, in one line: until the first use, and again when somebody asks. Remembered where storage is allowed. */
export class Welcome {
  isShown = $state(!wasSeen());

  show = (): void => {
    this.isShown = true;
  };

  /** It has done its work. */
  done = (): void => {
    if (!this.isShown) return;
    this.isShown = false;
    try {
      localStorage.setItem(key, seen);
    } catch {
      // Storage is denied: it is gone as long as the page.
    }
  };
}

function wasSeen(): boolean {
  try {
    return localStorage.getItem(key) === seen;
  } catch {
    return false;
  }
}
