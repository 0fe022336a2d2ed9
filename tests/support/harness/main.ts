/** The real worker and engine without the page, for tests that make thousands of calls. Not part of dist/. */
import { connect } from '../../../worker/connect.ts';
import type { ClockState, Playground, PlaygroundEvent } from '../../../worker/api.ts';
import { isResponse, signRequest, text, utf8 } from '../../../engine/index.ts';
import type { Credential, HttpRequest, Snapshot } from '../../../engine/index.ts';

export interface Harness {
  readonly playground: Playground;
  readonly events: readonly { readonly at: number; readonly event: PlaygroundEvent }[];
  /** Posts with a signed call and gives the new post's id. Moves the clock on when the limit is used up. */
  readonly post: (words: string) => Promise<string>;
  /** How often each text was posted. */
  readonly posts: () => Promise<Record<string, number>>;
}

declare global {
  /** Settles as `connect()` does. */
  var harness: Promise<Harness>;
}

globalThis.harness = connect().then(async (playground): Promise<Harness> => {
  const greeting = await playground.greet();
  const writer = writerOf(greeting.world.vault);
  const events: { at: number; event: PlaygroundEvent }[] = [];
  let { clock } = greeting;
  playground.subscribe((event) => {
    events.push({ at: Date.now(), event });
    if (event.type === 'clock') clock = event.clock;
  });

  let moving: Promise<void> | null = null;

  async function moveOn(): Promise<void> {
    clock = await playground.advance(900_000);
    moving = null;
  }

  async function post(words: string): Promise<string> {
    const { outcome } = await playground.send(postRequest(greeting.baseUrl, words, writer, clock));
    if (!isResponse(outcome)) throw new Error(`No response: ${outcome.kind}`);
    if (outcome.status === 201) return (JSON.parse(text(outcome.body)) as { data: { id: string } }).data.id;
    const refusal = text(outcome.body);
    // Another call of ours has moved the clock after this one was signed: it is signed again.
    const late = outcome.status === 401 && refusal.includes('"code":135');
    if (outcome.status !== 429 && !late) throw new Error(`${outcome.status}: ${refusal}`);
    if (late) ({ clock } = await playground.greet());
    else await (moving ??= moveOn());
    return post(words);
  }

  async function posts(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const words of textsOf(await playground.exportSnapshot())) counts[words] = (counts[words] ?? 0) + 1;
    return counts;
  }

  await playground.setAbuse(false);
  return { playground, events, post, posts };
});

type Writer = Extract<Credential, { kind: 'oauth1' }>;

function writerOf(vault: readonly Credential[]): Writer {
  const found = vault.find((each) => each.kind === 'oauth1' && each.permission !== 'read');
  if (found?.kind !== 'oauth1') throw new Error('The starter has nobody who may write');
  return found;
}

function postRequest(baseUrl: string, words: string, writer: Writer, clock: ClockState): HttpRequest {
  const request: HttpRequest = {
    method: 'POST',
    url: `${baseUrl}/2/posts`,
    headers: [['Content-Type', 'application/json']],
    body: utf8(JSON.stringify({ text: words })),
  };
  const now = clock.frozen ? clock.platformNow : clock.platformNow + Date.now() - clock.realNow;
  const options = { nonce: crypto.randomUUID(), timestamp: Math.floor(now / 1000) };
  const { authorization } = signRequest(request, writer, options);
  return { ...request, headers: [...request.headers, ['Authorization', authorization]] };
}

/** Throws for a post that lacks a part. */
function textsOf({ tables }: Snapshot): string[] {
  return (tables['posts'] ?? []).map((row) => {
    const { id, text: words, author_id, source } = row;
    const whole =
      [id, words, author_id].every((each) => typeof each === 'string' && each !== '') &&
      source instanceof Object;
    if (!whole) throw new Error(`Half a post: ${JSON.stringify(row)}`);
    return words as string;
  });
}
