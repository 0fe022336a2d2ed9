import type { HttpRequest } from '../http/messages.ts';
import type { RecordedOutcome } from '../http/outcome.ts';
import type { Thrown } from '../http/send.ts';
import type { RefusalReason } from '../spec/reasons.ts';

/**
 * How a step ended. `passed`: the check succeeded; `consumed`: it used something up; `idle`: there was nothing to do;
 * `refused`: the call ends here.
 */
export type StepResult = 'passed' | 'consumed' | 'idle' | 'refused';

/** What a step does, in one word. Code that depends on a step compares this word; the rest of the line is for people. */
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
  /** The rest of the sentence. Wire names are in backticks. */
  readonly text: string;
  /** Sections of the specification that the step follows. */
  readonly sections: readonly string[];
  /** Ids of the register of choices: what the step assumes where the specification is silent. */
  readonly choices: readonly string[];
  /** The problem of a refusal, from the closed list (spec/problems.ts). Its remedies follow from it (remedies/). */
  readonly problem?: string;
  /** The cause, for a problem with several causes. */
  readonly reason?: RefusalReason;
  /** For a page of the platform: the id of the user who is signed in there. */
  readonly visitor?: string;
  /** For a refused signature: what the platform computed, to compare with what was sent. */
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
  /** The oauth_token for a user window, the App's id for an App window. */
  readonly principal: string;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Epoch ms on the platform's clock; null until a call opens the window. */
  readonly resetAt: number | null;
}

/** A call with its answer and the steps of the platform in between. */
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
  /** For a call to the outside: what the called program threw, if its host knows. */
  readonly thrown?: Thrown;
  readonly trace: readonly TraceLine[];
  readonly windows: readonly WindowState[];
}
