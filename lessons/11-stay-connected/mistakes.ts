import type { Mistake } from '../format/lesson.ts';
import { app, oldRule, otherApp, otherWord, rulesPath, word } from './rules.ts';
import { after, breakOther, changeRules, connect, gapAfter, post, search } from './solution.ts';

export const mistakes: readonly Mistake[] = [
  {
    ...{ step: 0, name: 'the old rule is left', told: 'typography still matches' },
    act: async (learner) => void (await changeRules(learner, { add: [{ value: word }] })),
  },
  {
    ...{ step: 0, name: 'no rule is added', told: 'No rule is in force' },
    act: async (learner) => void (await changeRules(learner, { delete: { values: [oldRule] } })),
  },
  {
    ...{ step: 0, name: 'nothing is done in earnest', told: 'It was only tried' },
    act: async (learner) =>
      void (await learner.bearer(app).post(`${rulesPath}?dry_run=true`, { add: [{ value: word }] })),
  },
  {
    ...{ step: 0, name: 'a member has another name', told: 'The change was refused' },
    act: async (learner) => void (await changeRules(learner, { add: [{ rule: word }] })),
  },
  {
    ...{ step: 0, name: 'another App calls', told: 'Those are the rules of Harbour Desk' },
    act: async (learner) => void (await changeRules(learner, { add: [{ value: word }] }, otherApp)),
  },
  {
    ...{ step: 1, name: 'a user calls', told: 'The stream was refused' },
    act: async (learner) => void (await learner.user('mira_holm', app).get('/2/posts/search/stream')),
  },
  {
    ...{ step: 1, name: 'the post is about something else', told: 'That post does not mention a ferry' },
    async act(learner) {
      const stream = await connect(learner);
      await post(learner, 'Low water at six.');
      stream.leave();
    },
  },
  {
    ...{ step: 1, name: 'the stream is closed again', told: 'The stream was closed by then' },
    async act(learner) {
      (await connect(learner)).leave();
      await post(learner, 'The ferry!');
    },
  },
  {
    ...{ step: 2, name: 'it is left too soon', told: 'It was left before a keep-alive could be missed' },
    async act(learner) {
      const silent = await connect(learner);
      await learner.advance(3000);
      silent.leave();
    },
  },
  {
    ...{ step: 2, name: 'it is opened again at once', told: 'It was opened again after 0 s' },
    async act(learner) {
      const silent = await connect(learner);
      await learner.advance(60_000);
      silent.leave();
      (await connect(learner)).leave();
    },
  },
  {
    ...{ step: 2, name: 'the silent one is held', told: 'The first connection is still held' },
    async act(learner) {
      const silent = await connect(learner);
      await learner.advance(60_000);
      await connect(learner);
      void silent;
    },
  },
  {
    ...{ step: 3, name: 'it is tried at once', told: 'It was opened again after 0 s' },
    async act(learner) {
      await connect(learner);
      await connect(learner);
    },
  },
  {
    ...{ step: 3, name: 'each pause is as long', told: 'It was opened again after 5 s' },
    async act(learner) {
      await connect(learner);
      await after(learner, 5);
      await after(learner, 5);
      (await after(learner, 5)).leave();
    },
  },
  {
    ...{ step: 3, name: 'the last pause is not doubled', told: 'It was opened again after 11 s' },
    async act(learner) {
      await connect(learner);
      await after(learner, 5);
      await after(learner, 10);
      (await after(learner, 11)).leave();
    },
  },
  {
    ...{ step: 3, name: 'one long pause, and then none', told: 'It was opened again after 0 s' },
    async act(learner) {
      await connect(learner);
      await after(learner, 60);
      (await connect(learner)).leave();
    },
  },
  {
    ...{ step: 4, name: 'the search begins nowhere', told: 'A post came a second time' },
    async act(learner) {
      await gapAfter(learner);
      await search(learner, `query=${word}`);
    },
  },
  {
    ...{
      step: 4,
      name: 'since_id is the post that was missed',
      told: 'The post of the gap is not among them',
    },
    async act(learner) {
      await gapAfter(learner);
      const { json } = await search(learner, `query=${word}&max_results=10`);
      await search(learner, `query=${word}&since_id=${json.data[0]?.id}`);
    },
  },
  {
    ...{ step: 4, name: 'nothing was missed', told: 'Nothing was missed yet' },
    async act(learner) {
      const stream = await connect(learner);
      const seen = await post(learner, 'The ferry is full.');
      await search(learner, `query=${word}&since_id=${seen}`);
      stream.leave();
    },
  },
  {
    ...{ step: 4, name: 'the query is missing', told: 'The search was refused' },
    async act(learner) {
      const seen = await gapAfter(learner);
      await search(learner, `since_id=${seen}`);
    },
  },
  {
    ...{ step: 4, name: 'the stream brought nothing before', told: 'The stream had brought nothing before' },
    async act(learner) {
      (await connect(learner)).leave();
      await post(learner, 'The ferry is gone.');
      await search(learner, `query=${word}`);
    },
  },
  {
    ...{ step: 4, name: 'the next connection looks back too far', told: 'A post came a second time' },
    async act(learner) {
      await gapAfter(learner);
      (await connect(learner, '?backfill_minutes=5')).leave();
    },
  },
  {
    ...{ step: 5, name: 'the first App is used', told: 'Those are the rules of Northwind Reader' },
    act: async (learner) => void (await changeRules(learner, { add: [{ value: otherWord }] })),
  },
  {
    ...{ step: 5, name: 'it is opened again at once', told: 'It was opened again after 1 s' },
    act: async (learner) => breakOther(learner, 1),
  },
  {
    ...{ step: 5, name: 'another word is searched for', told: 'The post of the gap is not among them' },
    async act(learner) {
      await breakOther(learner, 5);
      await search(learner, 'query=bridges', otherApp);
    },
  },
];
