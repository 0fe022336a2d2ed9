import { loadDoctor } from '../../engine/inside.ts';
import { Client } from '../../testing/platform.ts';
import type { Learner } from '../format/learner.ts';
import type { Solution } from '../format/lesson.ts';

export const app = 'Northwind Reader';
export const who = 'mira_holm';
export const search = `/2/posts/search/recent?query=${encodeURIComponent("it's")}`;
export const one = '/2/posts/2020777185899446272';

/** Signs with a mistake that the doctor knows by this id. */
export async function mistaken(learner: Learner, id: string, username = who): Promise<Client> {
  const { signMistaken } = await loadDoctor();
  const signer = learner.credential('oauth1', app, username);
  return new Client(learner.platform, (request) => {
    const timestamp = Math.floor(learner.platform.clock.now() / 1000);
    const nonce = `broken${learner.platform.exchanges.list().length}`;
    return signMistaken(request, signer, { nonce, timestamp }, id) ?? undefined;
  });
}

export const rightly = (learner: Learner, username = who): Client => learner.user(username, app);

/** Signs with another time, in seconds from now. */
export const offBy = (learner: Learner, seconds: number): Client =>
  learner.signing(learner.credential('oauth1', app, who), {
    timestamp: Math.floor(learner.platform.clock.now() / 1000) + seconds,
  });

/** Signs each call with the same nonce and time. */
export const withOneNonce = (learner: Learner, nonce = 'onlyone'): Client =>
  learner.signing(learner.credential('oauth1', app, who), { nonce });

const text = (said: string) => ({ text: said });

export const solution: Solution = [
  async (learner) => {
    await (await mistaken(learner, 'marks-unencoded')).get(search);
    await rightly(learner).get(search);
  },
  async (learner) => {
    await (await mistaken(learner, 'json-body-included')).post('/2/posts', text('JSON stays outside'));
    await rightly(learner).post('/2/posts', text('JSON stays outside'));
  },
  async (learner) => {
    await (await mistaken(learner, 'scheme-swapped')).get('/2/users/me');
    await rightly(learner).get('/2/users/me');
  },
  async (learner) => {
    const again = withOneNonce(learner);
    await again.get(one);
    await again.get(one);
    await rightly(learner).get(one);
  },
  async (learner) => {
    await offBy(learner, -600).post('/2/posts', text('Right on time'));
    await rightly(learner).post('/2/posts', text('Right on time'));
  },
  async (learner) => {
    await (await mistaken(learner, 'secrets-swapped')).get('/2/users/by/username/aiko_tan');
    await rightly(learner).get('/2/users/by/username/aiko_tan');
  },
];
