import type { CommandId, Credential, Exchange, HttpRequest } from '../../engine/inside.ts';

/** The proof of a rehearsal's call: the latest credential of this kind that the App was given on the copy. */
export interface ProvedBy {
  readonly kind: 'none' | 'app' | 'basic' | 'client' | 'consumer' | 'oauth1' | 'oauth2' | 'requestToken';
  /** Whether its secret or token is wrong. */
  readonly isWrong?: boolean;
  /** Seconds by which a signature's timestamp differs from the platform's clock. */
  readonly offBy?: number;
}

/** What an earlier call of the rehearsal made. Its answer is kept under this name. */
export type Kept = 'requestToken' | 'post' | 'list' | 'conversation' | 'webhook';

/** One value that the App was given: from a kind of token or an answer, by the name of its member. */
export type Given = readonly [from: Credential['kind'] | Kept, member: string];

/** On the copy, each address at this host answers a challenge (CRC) of the App as a correct receiver does. */
export type RehearsalHost = 'receiver.northwind.example';

/** A command outside the API, or a call. */
export type RehearsedStep =
  | { readonly kind: 'do'; readonly command: CommandId; readonly args: readonly unknown[] }
  | {
      readonly kind: 'send';
      readonly request: HttpRequest;
      readonly by: ProvedBy;
      /** Values that the App was given last on the copy, as further members of a form body. */
      readonly given?: Readonly<Record<string, Given>>;
      /** Words of the address and of the body, each with the value that takes its place. */
      readonly filled?: Readonly<Record<string, Given>>;
      /** The answer is kept under this name. The rehearsal ends here if the call is refused. */
      readonly keep?: Kept;
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
