import { onTestFinished } from 'vitest';
import { defaultStart, families } from '../../engine/inside.ts';
import type { Credential, Send, Snapshot } from '../../engine/index.ts';
import { families as told, known, outlines } from '#reference';
import { Reference } from '../../src/state/reference.svelte.ts';
import { PageSession } from '../../src/state/session.svelte.ts';
import type { Playground, PlaygroundEvent } from '../../worker/api.ts';
import { clientOf } from '../../worker/page/client.ts';
import { dispatch } from '../../worker/contract/contract.ts';
import { askPage } from '../../worker/ask-page.ts';
import { startHost } from '../../worker/host/host.ts';
import { StorageInMemory } from '../../worker/host/in-memory.ts';
import type { Sandbox } from '../../worker/contract/receiver-run.ts';
import { newId } from '../../worker/ids.ts';
import { fewOfStarter } from './few.ts';
import { inBlocks } from './snapshot-blocks.ts';
import type { FromRunner, RunReceiver } from '../../worker/page-link.ts';
import { surroundings } from './surroundings.ts';

export interface SessionOptions {
  /** The snapshot that it continues from, with the credentials shown there. */
  readonly snapshot?: Snapshot;
  readonly credentials?: readonly Credential[];
  /** Answers for the receivers instead of their code: no sandbox runs here. Without it none answers. */
  readonly send?: Send;
  /** Runs their code. */
  readonly sandbox?: Sandbox;
  /** Epoch milliseconds of the platform's clock. Default: the machine's. */
  readonly now?: () => number;
}

/** The worker's API on the real platform, in memory and without a worker: there is no IndexedDB here. */
export async function openPlayground({
  snapshot,
  credentials = [],
  send,
  sandbox,
  now,
}: SessionOptions = {}): Promise<Playground> {
  const listeners = new Set<(event: PlaygroundEvent) => void>();
  const tell = (event: PlaygroundEvent) => {
    for (const listener of listeners) listener(event);
  };
  const stored = snapshot && { snapshot: inBlocks(snapshot), late: null, vault: credentials, reset: null };
  const host = await startHost(
    surroundings({
      storage: new StorageInMemory(stored),
      emit: tell,
      ...(now && { now }),
      ...(sandbox && { sandbox }),
      ...(send && { sandbox: (run, timeoutMs) => askPage(runBy(send), run, timeoutMs) }),
    }),
  );
  return clientOf(
    async (method, args) => ({ value: await dispatch(host, { id: newId(), method, args }) }),
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  );
}

/** The page's answer for a receiver that answers like this. */
const runBy =
  (send: Send): RunReceiver =>
  async ({ request, maxBytes }, port) => {
    const say = (message: FromRunner) => port.postMessage(message);
    say({ type: 'began' });
    const result = await send(request, { timeoutMs: 10_000, maxBytes });
    say({ type: 'ran', ran: { result, lines: [], changes: [] } });
  };

/**
 * A page's session on it, followed until the test is over. Without a given world it is the starter with few of its
 * people, since creating them takes time. It continues at the starter's own time: otherwise, everything that falls due
 * within months would happen while a test runs. Every endpoint is described.
 */
export async function openSession(options: SessionOptions = {}): Promise<PageSession> {
  const playground = await openPlayground({
    ...(await fewOfStarter()),
    now: clockFrom(defaultStart),
    ...options,
  });
  const reference = await Reference.open({ families: told, known, outlines });
  await reference.list();
  await Promise.all(families.map(({ id }) => reference.loadFamily(id)));
  const session = new PageSession(playground, await playground.greet(), reference);
  onTestFinished(session.follow());
  return session;
}

function clockFrom(start: number): () => number {
  const began = Date.now();
  return () => start + (Date.now() - began);
}

export type SigningCredential = Extract<Credential, { kind: 'oauth1' }>;

/** The first credential in the vault that signs requests: the starter has one. */
export function signingCredential({ world }: PageSession): SigningCredential {
  return world.vault.find((each): each is SigningCredential => each.kind === 'oauth1')!;
}
