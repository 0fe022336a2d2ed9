import type { Playground, QuestionAnswer } from '../../../../worker/api.ts';

type Items = QuestionAnswer<'receivers.items'>;

const header = 'x-put-back';

/**
 * Only its receiver can write into a storage, so for a moment the receiver is this program. For other callers it does
 * not exist yet.
 */
const program = (word: string): string => `export default async function (request) {
  if (request.headers.get('${header}') !== '${word}') return new Response('', { status: 503 });
  for (const [key, value] of await request.json()) await storage.set(key, JSON.parse(value));
  return new Response();
}`;

/** Restores a receiver with its stored data. Resolves to why that failed, or null. */
export async function putBack(
  playground: Playground,
  host: string,
  code: string,
  items: Items,
): Promise<string | null> {
  const lost = items.length === 0 ? null : await storeAgain(playground, host, items);
  const saved = await playground.do('receivers.save', host, code);
  return saved.ok ? lost : saved.reason;
}

async function storeAgain(playground: Playground, host: string, items: Items): Promise<string | null> {
  const word = crypto.randomUUID();
  const saved = await playground.do('receivers.save', host, program(word));
  if (!saved.ok) return saved.reason;
  const body = new TextEncoder().encode(JSON.stringify(items));
  const headers = [[header, word]] as const;
  const answer = await playground.tryReceiver(host, {
    method: 'POST',
    url: `https://${host}/`,
    headers,
    body,
  });
  if ('status' in answer && answer.status === 200) return null;
  return `What ${host} stored could not be put back: ${'status' in answer ? answer.status : answer.message}.`;
}
