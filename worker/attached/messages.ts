/** What a local server and a page that is attached to it say to each other, a line each (wire.ts). */
import type { PlaygroundEvent } from '../contract/events.ts';
import type { ReceiverRun } from '../contract/receiver-run.ts';
import type { Reply } from '../contract/reply.ts';
import type { FromRunner, ToRunner } from '../page-link.ts';
import type { Down, Up } from '../streams/protocol.ts';

/** From the server, in this order: what a call changed comes before its answer. */
export type FromServer =
  /** The first. The page names its line in all that it says. */
  | { readonly type: 'open'; readonly line: string }
  | { readonly type: 'event'; readonly event: PlaygroundEvent }
  | { readonly type: 'reply'; readonly id: string; readonly reply: Reply }
  /** Of the stream that a reply opened, by the id of its call. */
  | { readonly type: 'down'; readonly id: string; readonly part: Down }
  /** Runs a receiver in the page. */
  | { readonly type: 'run'; readonly id: string; readonly run: ReceiverRun }
  | { readonly type: 'over'; readonly id: string; readonly over: ToRunner };

export type FromPage =
  | {
      readonly type: 'call';
      readonly id: string;
      readonly method: string;
      readonly args: readonly unknown[];
    }
  | { readonly type: 'up'; readonly id: string; readonly part: Up }
  | { readonly type: 'ran'; readonly id: string; readonly from: FromRunner };

/** What a page says at once, in its order. */
export interface Said {
  readonly line: string;
  readonly messages: readonly FromPage[];
}
