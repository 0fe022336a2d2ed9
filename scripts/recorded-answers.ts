/** What the platform really answers to the example of each endpoint: the examples of the OpenAPI document. */
import type { RecordedAnswer } from '../engine/reference/openapi.ts';
import { clientOf, example, readyKinds, startExample } from '../tests/support/examples.ts';
import { endpoints } from '../tests/support/endpoints.ts';

/** By the endpoint's id. What needs a flow first, pages and streams have none. Each call has a platform of its own. */
export async function recordedAnswers(): Promise<ReadonlyMap<string, RecordedAnswer>> {
  const answers = new Map<string, RecordedAnswer>();
  for (const endpoint of endpoints) {
    const [kind] = readyKinds(endpoint);
    if (!kind) continue;
    const { as } = await startExample(endpoint);
    const answer = await clientOf(as, kind, endpoint).send(example(endpoint, as));
    if (answer.outcome.kind === 'response' && answer.header('content-type')?.startsWith('application/json'))
      answers.set(endpoint.id, { status: answer.status, body: answer.json });
  }
  return answers;
}
