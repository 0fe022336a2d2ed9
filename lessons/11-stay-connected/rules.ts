import type { Learner } from '../format/learner.ts';

export const app = 'Northwind Reader';
export const appId = '26001';
export const owner = 'mira_holm';
export const otherApp = 'Harbour Desk';
export const otherId = '26004';

/** The tag of the rule that the lesson begins with. */
export const oldRule = 'typography';
/** The posts that the stream should deliver. */
export const word = 'ferry';
export const otherWord = 'bridge';

export const rulesPath = '/2/posts/search/stream/rules';

export async function keepRule(learner: Learner): Promise<void> {
  if (learner.appId(app) !== appId || learner.appId(otherApp) !== otherId)
    throw new Error(`Addresses name other Apps than ${app} and ${otherApp}`);
  await learner.bearer(app).post(rulesPath, { add: [{ value: oldRule, tag: 'yesterday' }] });
}
