/**
 * `npm run casts`: how often engine, worker, page and scripts assert a type that the compiler cannot check, by
 * folder; `-- engine/auth` for one folder, by file.
 */
import { claimsBy, sum } from './claims.ts';
import type { Claims } from './claims.ts';

const folder = process.argv[2];
const found = [...claimsBy(process.cwd(), folder)].filter(([, each]) => Object.values(each).some(Boolean));
const line = (name: string, { casts, nonNull, any, ignored }: Claims): string =>
  [casts, nonNull, any, ignored].map((count) => String(count).padStart(6)).join('') + `  ${name}`;

console.log('    as     !   any ignore');
for (const [name, claims] of found) console.log(line(name, claims));
console.log(line('in all, without tests', sum(found.map(([, claims]) => claims))));
