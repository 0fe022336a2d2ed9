import type { Exchange, ExchangeQuery, Playground } from '../../worker/api.ts';

/** The most that one question returns. */
const most = 500;

/** The newest exchanges of the log that match, oldest first. The page never copies the whole log. */
export const exchangesOf = async (
  { ask }: Pick<Playground, 'ask'>,
  query: Partial<ExchangeQuery>,
): Promise<readonly Exchange[]> =>
  [...(await ask('exchanges.page', { count: most, ...query })).exchanges].reverse();
