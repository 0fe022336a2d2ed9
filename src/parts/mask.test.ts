import { expect, it } from 'vitest';
import { mask } from './mask.ts';

it('masks the middle of a secret, and all of a short one', () => {
  expect(mask('kR9vAAAAAAAAAAAAAAAAASlP')).toBe('kR9v······SlP');
  expect([mask('short'), mask('')]).toEqual(['······', '']);
});
