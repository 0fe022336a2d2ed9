/** What is outside the platform: hosts that people define, and files. Each is loaded with the first call to it. */
import type { Sandbox } from '../contract/receiver-run.ts';
import type { FilesHost } from './files/index.ts';
import { Lazy } from './lazy.ts';

export interface OutsideParts extends FilesHost {
  readonly sandbox: Sandbox;
  /** The id of the jump in progress. */
  readonly jump: () => string | null;
}

const loadFiles = () => import('./files/index.ts');
const loadInternet = () => import('./receivers/internet.ts');

export class Outside {
  readonly files = new Lazy(() => loadFiles().then(({ Files }) => Files.open(this.parts)));

  readonly internet = new Lazy(async () => {
    const { Internet } = await loadInternet();
    const { sandbox, say, jump } = this.parts;
    const files = () => this.files.get().then(({ store }) => store);
    return new Internet(sandbox, () => say({ type: 'receivers' }), files, jump);
  });

  constructor(private readonly parts: OutsideParts) {}

  stop(): void {
    void this.files.loading?.then(({ store }) => store.cancelAll());
  }
}
