import { number, object, optional, text, tuple } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import type { WindowState } from '../exchanges/exchange.ts';
import { applicableLimits, planOf } from './apply.ts';
import { reportLimits } from './report.ts';
import type { LimitsReport, Watched } from './report.ts';

export type Needs = Watched & {
  /** Adds the seeded users that do not exist yet, because the posts that they read this month count. */
  readonly seedPopulation: () => Promise<void>;
};

export interface Caller {
  readonly appId: string;
  readonly token?: string;
}

export const questions = {
  /** The windows that a call by this App, or with this user token, would count against now. Does not count one. */
  windows: question(
    tuple(text, object<Caller>({ appId: text, token: optional(text) })),
    async (
      { state, windows, load }: Needs,
      endpointId,
      { appId, token },
    ): Promise<readonly WindowState[]> => {
      const endpoint = await load(endpointId);
      const app = state.tables.apps.get(appId);
      if (!endpoint || !app) return [];
      const project = app.project_id === null ? undefined : state.tables.projects.get(app.project_id);
      const limits = applicableLimits(
        endpoint,
        token === undefined ? 'app' : 'oauth1',
        planOf(project?.plan),
      );
      return windows.look(endpointId, limits, { user: token, app: appId }, state.now());
    },
  ),
  /** The windows in use, how near each App is to being silenced, and the calls of the log after this sequence. */
  report: question(tuple(number), async (platform: Needs, after): Promise<LimitsReport> => {
    await platform.seedPopulation();
    return reportLimits(platform, after);
  }),
};
