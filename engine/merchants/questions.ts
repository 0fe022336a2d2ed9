/** What a page shows of merchants: who has a catalog, what it contains, and why a user cannot use it. */
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
  /** The refusal that GET /5/product_catalogs would get now, with the user's token or without one. */
  refusal: question(tuple(text, flag), ({ baseUrl, tables }: Needs, userId, hasToken) =>
    refusalFor(userId, hasToken, baseUrl, tables),
  ),
};
