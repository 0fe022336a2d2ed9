import type { CommandId, Credential, Exchange, HttpRequest } from '../../engine/inside.ts';

/** The proof of a rehearsal's call: the latest credential of this kind that the App was given on the copy. */
export interface ProvedBy {
  readonly kind: 'none' | 'app' | 'basic' | 'client' | 'consumer' | 'oauth1' | 'oauth2';
  /** Whether its secret or token is wrong. */
  readonly isWrong?: boolean;
  /** Seconds by which a signature's timestamp differs from the platform's clock. */
  readonly offBy?: number;
}

/** One value that the App was given: from a kind of token, by the name of its member. */
export type Given = readonly [kind: Credential['kind'], member: string];

/** A command outside the API, or a call. */
export type RehearsedStep =
  | { readonly kind: 'do'; readonly command: CommandId; readonly args: readonly unknown[] }
  | {
      readonly kind: 'send';
      readonly request: HttpRequest;
      readonly by: ProvedBy;
      /** Values that the App was given last on the copy, as further members of a form body. */
      readonly given?: Readonly<Record<string, Given>>;
    }
  /**
   * Sends it again and again until it is refused with this problem. When a window is used up before that, the clock
   * jumps past it.
   */
  | {
      readonly kind: 'sendUntil';
      readonly request: HttpRequest;
      readonly by: ProvedBy;
      readonly problem: string;
    };

export interface Rehearsed {
  /** The last call. */
  readonly exchange: Exchange;
  readonly calls: number;
}
