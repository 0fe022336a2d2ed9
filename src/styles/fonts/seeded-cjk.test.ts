import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { create } from 'fontkit';
import { expect, it } from 'vitest';

/** The characters for which the style sheet uses this font. */
const ranged = /[\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7af\uff00-\uffef]/gu;

it('has every Chinese, Japanese and Korean character of the seeds (Q32)', () => {
  const font = create(readFileSync(path.join(import.meta.dirname, 'seeded-cjk.woff2')));
  if (!('characterSet' in font)) throw new Error('a collection of fonts');
  const drawn = new Set(font.characterSet.map((point) => String.fromCodePoint(point)));
  const seeds = readdirSync('engine/scenarios', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join('engine/scenarios', file), 'utf8'))
    .join('');
  const asked = new Set(seeds.match(ranged));
  expect(asked).toContain('丹');
  expect([...asked].filter((each) => !drawn.has(each))).toEqual([]);
});
