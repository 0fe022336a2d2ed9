/** What a page shows of merchants: who has a catalog, what stands in it, what keeps them from it. */
import { flag, text, tuple } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import { questions as ofFeeds } from '../feeds/questions.ts';
import type { Read, StateView } from '../state/state.ts';
import { overviewOf } from './overview.ts';
import { refusalFor } from './refusal.ts';

export interface Needs {
  readonly baseUrl: string;
  readonly state: StateView;
  readonly tables: Read;
  readonly turn: () => Promise<void>;
}

export const questions = {
  ...ofFeeds,
  overview: question(tuple(text), (needs: Needs, userId) => overviewOf(userId, needs)),
  /** What GET /5/product_catalogs would be refused with now, by the user's token or without one. */
  refusal: question(tuple(text, flag), ({ baseUrl, tables }: Needs, userId, hasToken) =>
    refusalFor(userId, hasToken, baseUrl, tables),
  ),
};
