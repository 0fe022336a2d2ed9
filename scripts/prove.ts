/** `npm run prove`: every test with its long proofs in full, and in three engines. Takes much longer than `npm test`. */
import { runGate, steps } from './gate.ts';

await runGate([steps.unit, steps.build, steps.e2e, steps.browsers], { proves: true });
