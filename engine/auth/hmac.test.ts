import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { sha256 } from '@noble/hashes/sha2.js';
import { expect, test } from 'vitest';
import { hmacUnderSha1, hmacWith } from './hmac.ts';
import { rounds } from '../../tests/support/rounds.ts';

/** Shorter and longer than a block of 64 bytes. */
const bytes = fc.uint8Array({ maxLength: 200 });

const algorithms = { sha1: hmacUnderSha1, sha256: hmacWith(sha256) };

test.each(['sha1', 'sha256'] as const)('%s: one key over several texts, as Node computes it', (algorithm) => {
  fc.assert(
    fc.property(bytes, fc.array(fc.tuple(bytes, bytes), { minLength: 1 }), (key, texts) => {
      const gives = algorithms[algorithm](key);
      for (const [first, second] of texts) {
        const digest = createHmac(algorithm, key).update(first).update(second).digest();
        expect(gives(first, second)).toEqual(new Uint8Array(digest));
        expect(gives(Buffer.concat([first, second]))).toEqual(new Uint8Array(digest));
      }
    }),
    rounds(100, 2000),
  );
});
