import { expect, it } from 'vitest';
import { arriving } from './arriving.ts';

const failing = (message: string) => () => Promise.reject(new TypeError(message));

it('requests a part that a browser remembers as failed at another address', async () => {
  const source = 'data:text/javascript,export%20default%20"it%20came"//';
  for (const said of [
    'Failed to fetch dynamically imported module: ',
    'error loading dynamically imported module: ',
  ])
    expect(await arriving<unknown>(failing(said + source))).toHaveProperty('default', 'it came');
});

it('passes on what arrives, and every other failure, unchanged', async () => {
  expect(await arriving(() => Promise.resolve('a part'))).toBe('a part');
  await expect(arriving(failing('Importing a module script failed.'))).rejects.toThrow('Importing');
  await expect(
    arriving(() => Promise.reject(new Error('dynamically imported module: data:text/javascript,'))),
  ).rejects.toThrow('dynamically');
});
