/** Events that are delivered while the storage fills up, and what the receiver received of them. */
import type { StorageState } from '../../../worker/api.ts';
import type {} from '../harness/main.ts';
import { receiverCode } from '../webhook-file.ts';

/** Stores the id and the kind of each event that it receives. */
export const countingReceiver = receiverCode(`await (async () => {
  const { event_id, block_events: [{ type }] } = JSON.parse(body);
  await storage.set(event_id, type);
  return new Response();
})()`);

export interface Filling {
  /** A file to import: the receiver answers its webhook. */
  readonly file: string;
  readonly host: string;
  readonly users: Readonly<Record<'mira' | 'jonas', string>>;
  /** The size of a text that each round stores with its event. */
  readonly characters: number;
}

export interface Filled {
  readonly events: number;
  readonly storage: StorageState;
  /** The kinds that arrived, in the order of their events. */
  readonly kinds: readonly string[];
}

/**
 * Blocks and unblocks until there is no room left, then five times more, and waits until each event was delivered. Runs
 * in the page of a harness.
 */
export async function fillWhileDelivering({ file, host, users, characters }: Filling): Promise<Filled> {
  const { playground } = await harness;
  await playground.importFile(new Blob([file]), 'file');
  const state = async () => (await playground.greet()).storage;
  let [events, beyond] = [0, 0];
  for (; beyond < 5 && events < 300; events++) {
    const done = await playground.do('users.setBlocked', users.mira, users.jonas, events % 2 === 0);
    if (!done.ok) throw new Error(done.reason);
    // Random, because a database may compress what it stores.
    const bytes = crypto.getRandomValues(new Uint8Array(characters));
    const filler = Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
    const kept = await playground.do(
      'receivers.save',
      `filler${events % 10}.example`,
      `// ${events} ${filler}`,
    );
    if (!kept.ok) throw new Error(kept.reason);
    if ((await state()).kind === 'memory') beyond++;
  }
  for (;;) {
    const items = await playground.ask('receivers.items', host);
    const kinds = items
      .toSorted(([one], [other]) => (BigInt(one) < BigInt(other) ? -1 : 1))
      .map(([, kind]) => JSON.parse(kind) as string);
    if (kinds.length >= events) return { events, storage: await state(), kinds };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
