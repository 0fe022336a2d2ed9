import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostObjection } from '../../engine/portal/receiver-limits.ts';
import { flawOfHost, hostFor } from '../../src/views/webhooks/receiver/host.ts';
import { rounds } from '../support/rounds.ts';

const label = fc.string({ unit: fc.constantFrom(...'ab09-A_ü:/ '), maxLength: 4 });
const hosts = fc.oneof(
  fc.array(label, { maxLength: 4 }).map((labels) => labels.join('.')),
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    `${'a'.repeat(63)}.b`,
    `${'a'.repeat(64)}.b`,
    `${'ab.'.repeat(84)}c`,
    `${'ab.'.repeat(85)}c`,
  ),
  fc.constantFrom(
    'hooks.northwind.example',
    'xn--bcher-kva.example',
    '10.0.0.1',
    'a.b1',
    'localhost',
    'a.localhost',
    'a.local.',
    'a.home.arpa',
    'a..b',
  ),
);

test('what is said about a host before sending is what the platform decides', () => {
  fc.assert(
    fc.property(hosts, (host) => {
      expect(flawOfHost(host) === null, host).toBe(hostObjection(host) === null);
      expect(flawOfHost(host) ?? 'Right.').toMatch(/^[A-Z].+\.$/s);
    }),
    rounds(500, 40_000),
  );
});

test('proposes a host that is valid and free', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const [first, second] = [hostFor(name, []), hostFor(name, [hostFor(name, [])])];
      expect([flawOfHost(first), flawOfHost(second)]).toEqual([null, null]);
      expect(second).not.toBe(first);
    }),
    rounds(100, 2000),
  );
  expect(hostFor('Northwind Reader', [])).toBe('hooks.northwind.example');
});
