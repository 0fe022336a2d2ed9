import type { HttpRequest } from '../http/messages.ts';
import type { RecordedOutcome } from '../http/outcome.ts';
import type { Thrown } from '../http/send.ts';
import type { RefusalReason } from '../spec/reasons.ts';

/**
 * How a step ended. `passed`: checked and fine; `consumed`: it used something up; `idle`: nothing to do;
 * `refused`: the call ends here.
 */
export type StepResult = 'passed' | 'consumed' | 'idle' | 'refused';

/** What a step does, in one word. What is decided by a step compares these; the rest of its line is for people. */
export type Verb =
  | 'Acknowledged'
  | 'Answered'
  | 'Authenticated'
  | 'Changed'
  | 'Checked'
  | 'Closed'
  | 'Collected'
  | 'Compared'
  | 'Counted'
  | 'Dropped'
  | 'Enrolled'
  | 'Failed'
  | 'Fresh'
  | 'Handled'
  | 'Marked'
  | 'Matched'
  | 'Not counted'
  | 'Permitted'
  | 'Refused'
  | 'Remarked'
  | 'Sent'
  | 'Set aside'
  | 'Settled'
  | 'Unacknowledged'
  | 'Validated'
  | 'Visited';

/** One step of the pipeline, as the X-ray shows it: "**Authenticated** @mira_holm § 4.1 assumed: o1-collect". */
export interface TraceLine {
  /** Milliseconds since the call arrived. */
  readonly at: number;
  readonly outcome: StepResult;
  readonly verb: Verb;
  /** The rest of the sentence. Wire names stand between backticks. */
  readonly text: string;
  /** Sections of the specification that the step follows. */
  readonly sections: readonly string[];
  /** Ids of the register of choices: what the step assumes where the specification is silent. */
  readonly choices: readonly string[];
  /** For a refusal of the closed list (spec/problems.ts): which. What mends it follows from it (remedies/). */
  readonly problem?: string;
  /** Which of the causes that the problem has, where it has several. */
  readonly reason?: RefusalReason;
  /** For a page of the platform: the id of the user who is signed in there. */
  readonly visitor?: string;
  /** For a refused signature: what the platform computed, to lay beside what was sent. */
  readonly signature?: SignatureEvidence;
}

export interface SignatureEvidence {
  readonly received: string;
  readonly expected: string;
  readonly baseString: string;
}

/** The state of one rate-limit window that a call counts against. */
export interface WindowState {
  readonly endpointId: string;
  readonly scope: 'user' | 'app';
  /** The oauth_token of a user window, the App's id of an App window. */
  readonly principal: string;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Epoch milliseconds on the platform's clock; null while no call has opened the window. */
  readonly resetAt: number | null;
}

/** A call with its answer and everything the platform did in between. */
export interface Exchange {
  /** Ascending over the life of the platform. */
  readonly sequence: number;
  /** Epoch milliseconds on the platform's clock. */
  readonly at: number;
  readonly durationMs: number;
  readonly direction: 'in' | 'out';
  readonly endpointId: string | null;
  readonly appId: string | null;
  readonly userId: string | null;
  readonly request: HttpRequest;
  readonly outcome: RecordedOutcome;
  /** Of a call to the outside: what the program that was called threw, where its host knows. */
  readonly thrown?: Thrown;
  readonly trace: readonly TraceLine[];
  readonly windows: readonly WindowState[];
}
