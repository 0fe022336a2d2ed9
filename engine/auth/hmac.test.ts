import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hmac } from './hmac.ts';

/** Shorter and longer than a block of 64 bytes. */
const bytes = fc.uint8Array({ maxLength: 200 });

test.each(['sha1', 'sha256'] as const)('%s: one key over several texts, as Node computes it', (algorithm) => {
  fc.assert(
    fc.property(bytes, fc.array(fc.tuple(bytes, bytes), { minLength: 1 }), (key, texts) => {
      const gives = hmac[algorithm](key);
      for (const [first, second] of texts) {
        const digest = createHmac(algorithm, key).update(first).update(second).digest();
        expect(gives(first, second)).toEqual(new Uint8Array(digest));
        expect(gives(Buffer.concat([first, second]))).toEqual(new Uint8Array(digest));
      }
    }),
    { seed: 2104 },
  );
});
