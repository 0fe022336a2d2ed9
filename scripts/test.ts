/** `npm test`: the one gate, here and in CI. */
import { runGate, steps } from './gate.ts';

await runGate([steps.format, steps.lint, steps.unit, steps.build, steps.e2e]);
