import { expect, test } from 'vitest';
import { openSession } from '../../../tests/support/session.ts';
import { loadDoctor } from '../../../worker/api.ts';
import { DoctorDesk } from './desk.svelte.ts';
import { examplesOf } from './example.ts';
import { titleOf } from '../../doctor/titles.ts';

test('Q14: each of the six examples is diagnosed as the mistake in its name, and no other', async () => {
  const session = await openSession();
  const doctor = await loadDoctor();
  const found = examplesOf(session, doctor).map((each) => {
    const desk = new DoctorDesk(session);
    desk.take(each.write());
    const { current } = desk;
    if (!current?.input) throw new Error(`${each.id} could not be read`);
    const diagnosis = doctor.diagnose(current.input);
    return { ...each, path: current.path, diagnosis };
  });
  expect(found.map(({ title }) => title)).toEqual([
    'Query left out',
    'Space encoded as +',
    'Encoded once too often',
    'Body signed that is not a form',
    'Secrets swapped',
    'http and https confused',
  ]);
  for (const { id, title, path, diagnosis } of found) {
    expect([path, titleOf(diagnosis)]).toEqual([path, title]);
    expect(diagnosis).toMatchObject({ verdict: 'explained', besides: [] });
    expect(diagnosis.explanations.map((each) => each.mistakes.map((mistake) => mistake.id))).toEqual([[id]]);
  }
});

test('Q14: the platform refuses an example, and accepts its repair', async () => {
  const session = await openSession();
  const desk = new DoctorDesk(session);
  await desk.doctor.whenLoaded;
  if (!desk.doctor.now) throw new Error('the doctor did not arrive');
  for (const each of examplesOf(session, desk.doctor.now).filter(({ method }) => method === 'GET')) {
    desk.take(each.write());
    const { current } = desk;
    const repaired = current?.repaired;
    if (!current?.input || !repaired) throw new Error(`${each.id} could not be read`);
    const { method, url, authorization } = current.input;
    const statusOf = async (value: string) => {
      const headers: [string, string][] = [['Authorization', value]];
      const { outcome } = await session.playground.send({ method, url, headers });
      return 'status' in outcome ? outcome.status : outcome;
    };
    expect([each.id, await statusOf(authorization)]).toEqual([each.id, 401]);
    expect([each.id, await statusOf(repaired.authorization)]).toEqual([each.id, 200]);
  }
});
