import { loadDoctor } from '../../worker/api.ts';

export type Doctor = Awaited<ReturnType<typeof loadDoctor>>;

/** The doctor loads after the page; null until then. */
export class LoadedDoctor {
  now = $state.raw<Doctor | null>(null);
  /** Rejects if it cannot be loaded. */
  readonly whenLoaded: Promise<void>;

  constructor() {
    this.whenLoaded = loadDoctor().then((doctor) => {
      this.now = doctor;
    });
    this.whenLoaded.catch(() => undefined); // reported in place of a finding
  }
}
