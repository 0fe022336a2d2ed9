import type { Learner } from '../format/learner.ts';

export const app = 'Northwind Reader';
export const owner = 'mira_holm';
export const otherApp = 'Harbour Desk';

/** Of the rule that the lesson begins with. */
export const oldRule = 'typography';
/** What the stream is to bring. */
export const word = 'ferry';
export const otherWord = 'bridge';

export const rulesPath = '/2/posts/search/stream/rules';

export async function keepRule(learner: Learner): Promise<void> {
  await learner.bearer(app).post(rulesPath, { add: [{ value: oldRule, tag: 'yesterday' }] });
}
