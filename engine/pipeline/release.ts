/** Releases an answer: its changes are kept first, and it is logged. */
import { toRow } from '../exchanges/log.ts';
import type { Log } from '../exchanges/log.ts';
import { watchStream } from '../exchanges/stream-record.ts';
import type { Outcome } from '../http/outcome.ts';
import type { State } from '../state/state.ts';
import type { Commits } from '../state/store/commits.ts';
import { toExchange, traceChanges } from './run.ts';
import type { Run } from './run.ts';

export class Release {
  constructor(
    private readonly state: State,
    private readonly commits: Commits,
    private readonly log: Log,
    /** Called when the log has changed. */
    private readonly logged: () => void,
    /** The answer that replaces one whose changes could not be kept. */
    private readonly fail: (run: Run, error: unknown) => Outcome | Promise<Outcome>,
  ) {}

  /** Answers are released in commit order. This includes reads, which may show what others wrote. */
  release(run: Run, outcome: Outcome): Outcome | Promise<Outcome> {
    const sequence = this.log.nextSequence();
    const kept = this.#keep(run, sequence, outcome);
    if (!kept) return this.#record(run, sequence, outcome);
    return kept.then(
      () => this.#record(run, sequence, outcome),
      async (error: unknown) => this.#record(run, sequence, await this.fail(run, error)),
    );
  }

  /** Commits what a call changed, with its answer when the call can be repeated (choice: request-id). */
  #keep(run: Run, sequence: number, outcome: Outcome): Promise<void> | null {
    if (run.changes.length > 0) {
      traceChanges(run);
      if (run.request.id !== undefined) {
        const exchange = toExchange({ ...run, trace: run.trace.copy() }, sequence, outcome);
        this.state.journal.append({ exchanges: { added: [], updated: [toRow(exchange)], removed: [] } });
      }
    }
    return this.commits.settle();
  }

  #record(run: Run, sequence: number, outcome: Outcome): Outcome {
    this.log.add(toExchange(run, sequence, outcome));
    this.logged();
    if (outcome.kind !== 'stream') return outcome;
    return watchStream(
      outcome,
      () => this.state.now(),
      (ended) => {
        const { status, headers } = outcome;
        this.log.amend(sequence, { kind: 'stream', status, headers, ended });
        this.logged();
      },
    );
  }
}
