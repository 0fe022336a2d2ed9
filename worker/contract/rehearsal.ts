import type { CommandId, Credential, Exchange, HttpRequest } from '../../engine/inside.ts';

/** What a call of a rehearsal proves itself by: what the App was given last on the copy of this kind. */
export interface ProvedBy {
  readonly kind: 'none' | 'app' | 'basic' | 'client' | 'consumer' | 'oauth1' | 'oauth2';
  /** Whether its secret, or its token, is another one. */
  readonly isWrong?: boolean;
  /** Seconds that the timestamp of a signature is off the platform's clock. */
  readonly offBy?: number;
}

/** One value of what the App was given: a token of a kind, by the name of its member. */
export type Given = readonly [kind: Credential['kind'], member: string];

/** Ordered from outside the API, or sent. */
export type RehearsedStep =
  | { readonly kind: 'do'; readonly command: CommandId; readonly args: readonly unknown[] }
  | {
      readonly kind: 'send';
      readonly request: HttpRequest;
      readonly by: ProvedBy;
      /** What the App was given last on the copy, as further members of a form body. */
      readonly given?: Readonly<Record<string, Given>>;
    }
  /** Sent again and again until it is refused so; over a window that is used up before, the clock jumps. */
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
