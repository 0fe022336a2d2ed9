/** The pages that are attached to a local server, and the platform as they have it (decisions/server.md). */
import { lastOf } from '../../engine/inside.ts';
import type {
  ChangeSet,
  HttpRequest,
  Opened,
  OpeningCall,
  SendFailure,
  SendLimits,
  SendResult,
} from '../../engine/inside.ts';
import { answerOf } from '../answer.ts';
import { askPage } from '../ask-page.ts';
import { checkCall } from '../contract/contract.ts';
import type { Handlers } from '../contract/contract.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import { plainError } from '../contract/reply.ts';
import type { Sandbox } from '../contract/receiver-run.ts';
import { TabStreams } from '../tabs/tab-streams.ts';
import { handlersOf } from './handlers.ts';
import { Line } from './line.ts';
import type { Writer } from './line.ts';
import type { FromPage, Said } from './messages.ts';
import type { Served } from './served.ts';
import { AttachedWorld } from './world.ts';

/** A browser has six connections to a server. Each page holds one, and all of them need some more to ask by. */
export const mostPages = 4;

export class Pages {
  readonly #world: AttachedWorld;
  readonly #handlers: Handlers;
  /** By their ids, the latest last. */
  readonly #lines = new Map<string, Line>();
  readonly #streams = new TabStreams({
    down: (line, id, part) => this.#lines.get(line)?.writer.write({ type: 'down', id, part }),
    up: () => undefined,
    whenGone: (line, gone) => {
      this.#whenGone.set(line, gone);
      return () => void this.#whenGone.delete(line);
    },
  });
  /** What ends the streams that a page reads. */
  readonly #whenGone = new Map<string, () => void>();

  constructor(served: Served) {
    this.#world = new AttachedWorld(served, (event) => this.#emit(event), this.#sandbox);
    this.#handlers = handlersOf(this.#world, () => served.reset());
  }

  /** A page is attached, until `leave` with its id. null where there are as many as there may be. */
  attach(writer: Writer): string | null {
    if (this.#lines.size >= mostPages) return null;
    const line = new Line(writer);
    this.#lines.set(line.id, line);
    return line.id;
  }

  leave(id: string): void {
    const line = this.#lines.get(id);
    this.#lines.delete(id);
    this.#whenGone.get(id)?.();
    line?.close();
  }

  /** What a page says. False for a line that is not open any more. */
  hear({ line: id, messages }: Said): boolean {
    const line = this.#lines.get(id);
    if (!line) return false;
    for (const message of messages) this.#hearOne(line, message);
    return true;
  }

  committed(changes: ChangeSet): void {
    this.#world.committed(changes);
  }

  /** Called when a stream is opened or has ended. */
  streamed(): void {
    this.#world.announcer.say({ type: 'streams' });
  }

  replaced(): void {
    this.#streams.endSources('Everything was started again.');
    void this.#world.replaced();
  }

  /** Carries a request to a host that a page defined, for what was mapped to no other. */
  async send(request: HttpRequest, limits: SendLimits): Promise<SendResult> {
    return (await this.#world.outside.internet.get()).send(this.#world.platform, request, limits);
  }

  async open(call: OpeningCall): Promise<Opened | SendFailure> {
    return (await this.#world.outside.internet.get()).open(this.#world.platform, call);
  }

  stop(): void {
    this.#world.stop();
    for (const { id, writer } of [...this.#lines.values()]) {
      this.leave(id);
      writer.end();
    }
  }

  #hearOne(line: Line, message: FromPage): void {
    if (message.type === 'up') this.#streams.hearUp(line.id, message.id, message.part);
    else if (message.type === 'ran') line.hearRan(message.id, message.from);
    else void this.#answer(line, message);
  }

  /** Never rejects. */
  async #answer(
    { id: line, writer }: Line,
    { id, method, args }: Extract<FromPage, { type: 'call' }>,
  ): Promise<void> {
    try {
      checkCall(method, args);
      const { reply, streaming } = await answerOf(this.#handlers, { id, method, args });
      writer.write({ type: 'reply', id, reply });
      void this.#world.platform.acknowledge(id).catch(() => undefined); // then it is kept a little longer
      if (streaming) this.#streams.serve(line, id, streaming);
      if (!this.#lines.has(line)) this.#whenGone.get(line)?.();
    } catch (error) {
      writer.write({ type: 'reply', id, reply: { ok: false, error: plainError(error) } });
    }
  }

  #emit(event: PlaygroundEvent): void {
    for (const { writer } of this.#lines.values()) writer.write({ type: 'event', event });
  }

  /** In the page that was attached last. */
  readonly #sandbox: Sandbox = (run, timeoutMs, stopped) => {
    const lines = [...this.#lines.values()];
    if (lines.length === 0) return Promise.resolve({ cannot: 'receivers run in the page, and none is open' });
    const line = lastOf(lines);
    return askPage((asked, port) => line.run(asked, port), run, timeoutMs, stopped);
  };
}
