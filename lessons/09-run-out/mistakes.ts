import type { Mistake } from '../format/lesson.ts';
import {
  courier,
  day,
  liked,
  get,
  lookUp,
  message,
  minute,
  mira,
  reader,
  timeline,
  toSam,
  useUp,
} from './solution.ts';

export const mistakes: readonly Mistake[] = [
  {
    ...{ step: 0, name: 'it stops after three', told: 'The window still has 2 calls left' },
    act: (learner) => get(mira(learner), timeline, 3),
  },
  {
    ...{ step: 0, name: 'Bearer is chosen', told: 'Bearer counts for the App, not for the user' },
    act: (learner) => get(learner.bearer(reader), timeline, 6),
  },
  {
    ...{ step: 0, name: 'the window of the App is used up', told: 'That was the window of the App' },
    act: (learner) => useUp(learner.bearer(reader), timeline),
  },
  {
    ...{ step: 1, name: 'it is sent for the user again', told: 'It was sent for the user again' },
    act: (learner) => get(mira(learner), timeline),
  },
  {
    ...{ step: 1, name: 'another user calls', told: 'That is a window which is not used up' },
    act: (learner) => get(learner.user('jonas_berg', reader), timeline),
  },
  {
    ...{ step: 1, name: 'the user’s window has ended by then', told: 'The window of the user is open again' },
    async act(learner) {
      await learner.advance(15 * minute);
      await get(learner.bearer(reader), timeline);
    },
  },
  {
    ...{
      step: 1,
      name: 'it stops before the App’s window is used up',
      told: 'The window still has one call left',
    },
    act: (learner) => get(learner.bearer(reader), timeline, 9),
  },
  {
    ...{ step: 1, name: 'it ends with the user', told: 'That was the window of the user again' },
    async act(learner) {
      await get(learner.bearer(reader), timeline);
      await get(mira(learner), timeline);
    },
  },
  {
    ...{ step: 2, name: 'it is asked at once', told: 'It was asked before the reset' },
    act: (learner) => get(mira(learner), timeline),
  },
  {
    ...{ step: 2, name: 'a minute is waited', told: 'It was asked before the reset' },
    async act(learner) {
      await learner.advance(minute);
      await get(mira(learner), timeline);
    },
  },
  {
    ...{
      step: 2,
      name: 'it is asked at once, and after the reset',
      told: 'It was asked too early on the way',
    },
    async act(learner) {
      await get(mira(learner), timeline);
      await learner.advance(15 * minute);
      await get(mira(learner), timeline);
    },
  },
  {
    ...{ step: 2, name: 'the plan is raised', told: 'Another plan answered it, not the wait' },
    async act(learner) {
      const [project] = learner.platform.portal.projects();
      await learner.do('portal.setPlan', project?.id ?? '', 'pro');
      await get(mira(learner), timeline);
    },
  },
  {
    ...{
      step: 2,
      name: 'another endpoint is asked',
      told: 'That call counts in a window which was not used up',
    },
    async act(learner) {
      await learner.advance(15 * minute);
      await get(mira(learner), liked);
    },
  },
  {
    ...{ step: 3, name: 'Mira sends twice', told: 'The same user sent twice' },
    async act(learner) {
      await learner.user('mira_holm', courier).post(toSam, message);
      await learner.user('mira_holm', courier).post(toSam, message);
    },
  },
  {
    ...{ step: 3, name: 'an App without messages is used', told: 'It was refused, but by no window' },
    act: async (learner) => void (await mira(learner).post(toSam, message)),
  },
  {
    ...{ step: 4, name: 'it goes on at every 429', told: 'It went on asking while the window was used up' },
    act: (learner) => get(mira(learner), lookUp, 104),
  },
  {
    ...{ step: 4, name: 'the App’s window is taken, which holds 500', told: 'This window holds 500 calls' },
    act: (learner) => get(learner.bearer(reader), lookUp, 200),
  },
  {
    ...{
      step: 5,
      name: 'it is the endpoint of the first steps',
      told: 'That is an endpoint of the steps before',
    },
    async act(learner) {
      await useUp(mira(learner), lookUp);
      await learner.advance(day);
      await get(mira(learner), lookUp);
    },
  },
  {
    ...{ step: 5, name: 'it is asked again at once', told: 'It was asked again before the reset' },
    async act(learner) {
      await useUp(mira(learner), liked);
      await get(mira(learner), liked);
    },
  },
  {
    ...{
      step: 5,
      name: 'it is asked too early and then answered',
      told: 'It was answered again, after more than one 429',
    },
    async act(learner) {
      await useUp(mira(learner), liked);
      await get(mira(learner), liked);
      await learner.advance(15 * minute);
      await get(mira(learner), liked);
    },
  },
];
