/** A session of the classic WebDriver, over HTTP. */

interface Answer {
  readonly value: unknown;
}

interface Refusal {
  readonly error: string;
  readonly message: string;
}

export class Classic {
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly address: string,
    readonly version: string,
  ) {}

  /** `capabilities` describe the one acceptable browser. */
  static async connect(driver: string, capabilities: object): Promise<Classic> {
    type Session = { sessionId: string; capabilities: { browserVersion: string } };
    const made = await ask<Session>('POST', `${driver}/session`, {
      capabilities: { alwaysMatch: capabilities },
    });
    return new Classic(`${driver}/session/${made.sessionId}`, made.capabilities.browserVersion);
  }

  /** Commands apply to the window chosen last, so those of one call are not interleaved with another's. */
  inTurn<R>(commands: (send: Send) => Promise<R>): Promise<R> {
    const done = this.#last.then(() =>
      commands((method, path, body) => ask(method, `${this.address}${path}`, body)),
    );
    this.#last = done.catch(() => null);
    return done;
  }
}

export type Send = <R>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<R>;

/** No command takes long: longer work is started by one and followed by others. */
const patienceMs = 60_000;

async function ask<R>(method: string, url: string, body?: object): Promise<R> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(patienceMs),
    ...(body && { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as Answer;
  if (response.ok) return value as R;
  const { error, message } = value as Refusal;
  throw new Error(`${error}: ${message}`);
}
