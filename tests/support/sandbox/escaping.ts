/** A receiver that answers challenges, and tries every way out with each delivery. */
import { receiverCode } from '../webhook-file.ts';
import { attempts } from './attempts.ts';

/** One that should succeed: something that a receiver has. */
const allowed = { name: 'its own storage', code: `return (await storage.get('mine')) ?? 'reached';` };

/** Its answer and log: the number of ways tried, all at once, and the names of those that succeeded. */
export const held = JSON.stringify({ tried: attempts.length + 1, led: [allowed.name] });

export const escapingReceiver =
  (surroundings: Readonly<Record<'away' | 'here' | 'channel', string>>) =>
  (consumerSecret: string): string =>
    `${receiverCode('await tryAll()')(consumerSecret)}
const { ${Object.keys(surroundings).join()} } = ${JSON.stringify(surroundings)};
const ways = {
${[...attempts, allowed].map(({ name, code }) => `${JSON.stringify(name)}: async () => {\n${code}\n},`).join('\n')}
};
async function tryAll() {
  const came = await Promise.allSettled(Object.values(ways).map((way) => way()));
  const led = Object.keys(ways).filter((_, at) => (came[at].value ?? null) !== null);
  const report = JSON.stringify({ tried: came.length, led });
  console.log(report);
  return new Response(report);
}
`;
