import type { Alternative } from '../format/lesson.ts';
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

export const alternatives: readonly Alternative[] = [
  {
    ...{ step: 0, name: 'it is the window of Jonas, and of another endpoint' },
    act: (learner) => useUp(learner.user('jonas_berg', reader), liked),
  },
  {
    ...{ step: 0, name: 'the App’s token is tried before' },
    async act(learner) {
      await get(learner.bearer(reader), timeline);
      await useUp(mira(learner), timeline);
    },
  },
  {
    ...{ step: 1, name: 'the user is refused once more in between' },
    async act(learner) {
      await get(learner.bearer(reader), timeline);
      await get(mira(learner), timeline);
      await useUp(learner.bearer(reader), timeline);
    },
  },
  {
    ...{ step: 2, name: 'the window of the App is asked' },
    async act(learner) {
      await learner.advance(20 * minute);
      await get(learner.bearer(reader), timeline);
    },
  },
  {
    ...{ step: 2, name: 'it is asked too early, then used up again and waited for' },
    async act(learner) {
      await get(mira(learner), timeline);
      await learner.advance(15 * minute);
      await useUp(mira(learner), timeline);
      await learner.advance(15 * minute);
      await get(mira(learner), timeline);
    },
  },
  {
    ...{ step: 3, name: 'Aiko is first' },
    async act(learner) {
      await learner.user('aiko_tan', courier).post(toSam, message);
      await learner.user('mira_holm', courier).post(toSam, message);
    },
  },
  {
    ...{ step: 4, name: 'it stops before the window is used up, so that nothing is refused' },
    async act(learner) {
      await get(mira(learner), lookUp, 100);
      await learner.advance(day);
      await get(mira(learner), lookUp, 100);
    },
  },
  {
    ...{ step: 4, name: 'it begins again after it went on too early' },
    async act(learner) {
      await get(mira(learner), lookUp, 103);
      await learner.advance(day);
      await get(mira(learner), lookUp, 101);
      await learner.advance(day);
      await get(mira(learner), lookUp, 99);
    },
  },
  {
    ...{ step: 5, name: 'it is the window of the App' },
    async act(learner) {
      await useUp(learner.bearer(reader), liked);
      await learner.advance(30 * minute);
      await get(learner.bearer(reader), liked);
    },
  },
];
