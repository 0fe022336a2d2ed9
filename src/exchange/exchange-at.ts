import type { Exchange, Playground } from '../../worker/api.ts';

/** An exchange of the log by its sequence; null if the log no longer has it. */
export async function exchangeAt(
  { ask }: Pick<Playground, 'ask'>,
  sequence: number,
): Promise<Exchange | null> {
  const { exchanges } = await ask('exchanges.page', { sequences: [sequence], count: 1 });
  return exchanges[0] ?? null;
}
