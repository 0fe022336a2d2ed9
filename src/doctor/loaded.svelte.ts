import { loadDoctor } from '../../worker/api.ts';

export type Doctor = Awaited<ReturnType<typeof loadDoctor>>;

/** The doctor comes after the page: null until then. */
export class LoadedDoctor {
  now = $state.raw<Doctor | null>(null);
  /** Rejects when it did not arrive. */
  readonly whenLoaded: Promise<void>;

  constructor() {
    this.whenLoaded = loadDoctor().then((doctor) => {
      this.now = doctor;
    });
    this.whenLoaded.catch(() => undefined); // said where a finding would stand
  }
}
