import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** What pages, frames and workers hold. */
export interface Heaps {
  /** JavaScript, the browser's own objects behind it, and the memory of buffers. */
  readonly bytes: number;
  /** Frames of one site share one. */
  readonly isolates: number;
}

interface Answer {
  readonly id: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** Not an event. */
const isAnswer = (said: unknown): said is Answer => typeof said === 'object' && said !== null && 'id' in said;

/** One target of the browser's debugging protocol, behind the session of another. */
class Target {
  #last = 0;
  readonly #asked = new Map<number, (answer: Answer) => void>();

  constructor(
    private readonly session: CDPSession,
    readonly id: string,
  ) {
    session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
      if (sessionId !== id) return;
      const said: unknown = JSON.parse(message);
      if (isAnswer(said)) this.#asked.get(said.id)?.(said);
    });
  }

  async ask(method: string): Promise<Readonly<Record<string, unknown>>> {
    const id = ++this.#last;
    const answered = new Promise<Answer>((resolve) => this.#asked.set(id, resolve));
    await this.session.send('Target.sendMessageToTarget', {
      sessionId: this.id,
      message: JSON.stringify({ id, method, params: {} }),
    });
    const { result, error } = await answered;
    if (!result) throw new Error(`${method}: ${error?.message ?? 'no result'}`);
    return result;
  }
}

/** After a collection in each. `context` has `page` alone. */
export async function heapsOf(browser: Browser, context: BrowserContext, page: Page): Promise<Heaps> {
  const own = await context.newCDPSession(page);
  const { targetInfo } = await own.send('Target.getTargetInfo');
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets', {
    filter: [{ type: 'browser', exclude: true }, { type: 'tab', exclude: true }, {}],
  });
  const heaps = new Map<unknown, number>();
  for (const { targetId, browserContextId } of targetInfos) {
    if (browserContextId !== targetInfo.browserContextId) continue;
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    const target = new Target(session, sessionId);
    const { id: isolate } = await target.ask('Runtime.getIsolateId');
    await target.ask('HeapProfiler.collectGarbage');
    const usage = await target.ask('Runtime.getHeapUsage');
    heaps.set(
      isolate,
      ['usedSize', 'embedderHeapUsedSize', 'backingStorageSize'].reduce(
        (sum, part) => sum + Number(usage[part] ?? 0),
        0,
      ),
    );
  }
  await Promise.all([own.detach(), session.detach()]);
  return { bytes: [...heaps.values()].reduce((sum, each) => sum + each, 0), isolates: heaps.size };
}
