import type { Alternative } from '../format/lesson.ts';
import { app, oldRule, otherApp, otherWord, rulesPath, word } from './rules.ts';
import { after, changeRules, connect, gapAfter, post, search } from './solution.ts';

export const alternatives: readonly Alternative[] = [
  {
    ...{ step: 0, name: 'the new rule comes first, and the old one goes by its id' },
    async act(learner) {
      await changeRules(learner, { add: [{ value: word, tag: 'today' }] });
      const { json } = await learner.bearer(app).get(rulesPath);
      const [old] = json.data.filter(({ value }) => value === oldRule);
      await changeRules(learner, { delete: { ids: [old?.id] } });
    },
  },
  {
    ...{ step: 0, name: 'all rules are deleted' },
    async act(learner) {
      await learner.bearer(app).post(`${rulesPath}?delete_all=true`);
      await changeRules(learner, { add: [{ value: `"${word}"` }] });
    },
  },
  {
    ...{ step: 1, name: 'somebody else posts' },
    async act(learner) {
      const stream = await connect(learner, '?expansions=author_id');
      await post(learner, 'FERRY!', 'aiko_tan');
      stream.leave();
    },
  },
  {
    ...{ step: 2, name: 'it is opened too soon once, and then again' },
    async act(learner) {
      const silent = await connect(learner);
      await learner.advance(60_000);
      silent.leave();
      const soon = await after(learner, 1);
      soon.leave();
      (await after(learner, 6)).leave();
    },
  },
  {
    ...{ step: 3, name: 'one pause is too short, and the stream is stopped by hand' },
    async act(learner) {
      await connect(learner);
      await after(learner, 1);
      await after(learner, 5);
      const held = await after(learner, 10);
      held.leave();
      (await after(learner, 60)).leave();
    },
  },
  {
    ...{ step: 4, name: 'by the time that the stream was left' },
    async act(learner) {
      await gapAfter(learner);
      const since = new Date(learner.platform.clock.now() - 2000).toISOString();
      await search(learner, `query=${word}&start_time=${since}`);
    },
  },
  {
    ...{ step: 4, name: 'the next connection begins where the last one ended' },
    async act(learner) {
      await gapAfter(learner);
      const since = new Date(learner.platform.clock.now() - 2000).toISOString();
      (await connect(learner, `?start_time=${since}`)).leave();
    },
  },
  {
    ...{ step: 5, name: 'the gap is filled before it is connected again' },
    async act(learner) {
      await changeRules(learner, { add: [{ value: otherWord }] }, otherApp);
      await connect(learner, '', otherApp);
      await post(learner, 'The bridge is closed.', 'sam_ode');
      await search(learner, `query=${otherWord}`, otherApp);
      (await after(learner, 7, otherApp)).leave();
    },
  },
  {
    ...{ step: 5, name: 'the next connection looks back' },
    async act(learner) {
      await changeRules(learner, { add: [{ value: otherWord }] }, otherApp);
      await connect(learner, '', otherApp);
      await post(learner, 'The bridge is closed.');
      await learner.advance(5000);
      (await connect(learner, '?backfill_minutes=1', otherApp)).leave();
    },
  },
];
