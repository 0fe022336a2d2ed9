/**
 * `npm run prove`: every test with the full form of the long proofs, and the three engines. Takes much longer than
 * `npm test`.
 */
import { runGate, steps } from './gate.ts';

await runGate([steps.unit, steps.build, steps.e2e, steps.browsers], { proves: true });
