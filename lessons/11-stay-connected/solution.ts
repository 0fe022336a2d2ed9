import type { Learner } from '../format/learner.ts';
import type { Solution } from '../format/lesson.ts';
import { app, oldRule, otherApp, otherWord, owner, rulesPath, word } from './rules.ts';

export const changeRules = (learner: Learner, change: object, appName = app) =>
  learner.bearer(appName).post(rulesPath, change);

/** An open stream, until it is closed. */
export interface Held {
  readonly leave: () => void;
}

export async function connect(learner: Learner, query = '', appName = app): Promise<Held> {
  const { outcome } = await learner.bearer(appName).get(`/2/posts/search/stream${query}`);
  if (outcome.kind !== 'stream') return { leave: () => undefined };
  return { leave: outcome.open({ write: () => true, end: () => undefined }) };
}

/** Returns the id of the post. */
export async function post(learner: Learner, text: string, username = owner): Promise<string> {
  const { json } = await learner.user(username, app).post('/2/posts', { text });
  return json.data.id;
}

export const search = (learner: Learner, query: string, appName = app) =>
  learner.bearer(appName).get(`/2/posts/search/recent?${query}`);

/** Opens the stream this many seconds later. */
export async function after(learner: Learner, seconds: number, appName = app): Promise<Held> {
  await learner.advance(seconds * 1000);
  return connect(learner, '', appName);
}

/** A post on the stream, and one after it. Returns the id of the first. */
export async function gapAfter(learner: Learner): Promise<string> {
  const stream = await connect(learner);
  const seen = await post(learner, 'The ferry leaves at eight.');
  await learner.advance(2000);
  stream.leave();
  await learner.advance(2000);
  await post(learner, 'The ferry is late.');
  return seen;
}

export async function breakOther(learner: Learner, pause: number): Promise<void> {
  await changeRules(learner, { add: [{ value: otherWord }] }, otherApp);
  await connect(learner, '', otherApp);
  await post(learner, 'The bridge is open again.');
  (await after(learner, pause, otherApp)).leave();
}

export const solution: Solution = [
  async (learner) => {
    await changeRules(learner, { delete: { values: [oldRule] } });
    await changeRules(learner, { add: [{ value: word }] });
  },
  async (learner) => {
    const stream = await connect(learner);
    await post(learner, 'Is the ferry running tomorrow?');
    stream.leave();
  },
  async (learner) => {
    const silent = await connect(learner);
    await learner.advance(60_000);
    silent.leave();
    (await after(learner, 5)).leave();
  },
  async (learner) => {
    await connect(learner);
    await after(learner, 5);
    await after(learner, 10);
    (await after(learner, 20)).leave();
  },
  async (learner) => {
    const seen = await gapAfter(learner);
    await search(learner, `query=${word}&since_id=${seen}`);
  },
  async (learner) => {
    await breakOther(learner, 5);
    await search(learner, `query=${otherWord}`, otherApp);
  },
];
