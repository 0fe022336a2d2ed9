import { expect, test } from 'vitest';
import { createPlatform } from '../../../../engine/index.ts';
import { answerBy } from '../../../../tests/support/crc-receiver.ts';
import { loadCrcDoctor } from '../../../../worker/api.ts';
import { codeFor, readyMade } from '../../../receivers/ready-made.ts';
import { keysIn, knownBeside, otherSecretOf, secretOf } from './app-keys.ts';

test('the ready-made wrong secret belongs to another App, and the finding names the App (Q5)', async () => {
  const { diagnoseCrc } = await loadCrcDoctor();
  const { initialCredentials: vault } = createPlatform();
  const ready = readyMade.find(({ id }) => id === 'wrong-secret');
  const token = 'q7Lw2XcN0vYt5RkDzA9sJm';
  for (const { appId } of keysIn(vault)) {
    const secret = secretOf(vault, appId) ?? '';
    const other = keysIn(vault).find((each) => each.secret === otherSecretOf(vault, appId));
    expect(other?.appId).not.toBe(appId);
    expect(ready && codeFor(ready, secret, other?.secret)).toContain(`'${other?.secret}'`);
    const answer = {
      kind: 'pasted',
      text: answerBy([{ key: () => other?.secret ?? '' }], token, secret),
    } as const;
    const { mistake } = diagnoseCrc({ token, secret, answer, known: knownBeside(vault, appId) });
    expect(mistake?.sentence).toContain(`the secret of ${other?.appName}`);
  }
});
