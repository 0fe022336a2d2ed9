import { expect, it } from 'vitest';
import { masked, secretsIn } from './masked.ts';

const who = { id: 'x', appId: '1', appName: 'One' };

it('knows the secret fields of a credential, not the public ones', () => {
  const keys = { consumer_key: 'key', consumer_secret: 'hush' };
  expect(secretsIn({ ...who, kind: 'basic', ...keys })).toEqual(['hush']);
  expect(secretsIn({ ...who, kind: 'client', client_id: 'id', client_secret: null })).toEqual([]);
  expect(secretsIn(null)).toEqual([]);
});

it('masks bare credentials whole, and a secret anywhere, plain or encoded', () => {
  const token = 'AAAA%2Fbbbbbbbbbbbbbbb=';
  expect(masked({ text: token, origin: 'K' }, [])).toBe('AAAA······bb=');
  expect(masked({ text: `access_token=${encodeURIComponent(token)}&a=1` }, [token])).toBe(
    'access_token=AAAA······%3D&a=1',
  );
  expect(masked({ text: 'nothing of the kind' }, [token])).toBe('nothing of the kind');
});
