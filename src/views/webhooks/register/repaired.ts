/** The line of a receiver's code to change. It is a proposal, because the program itself is not understood. */
import type { ChangedLine, CrcDiagnosis, loadCrcDoctor } from '../../../../worker/api.ts';
import { secretChange } from './code.ts';

type ChangeIn = Awaited<ReturnType<typeof loadCrcDoctor>>['changeIn'];

/**
 * The line in the doctor's hints; if they have none and the key is or may be wrong, the line that names another secret.
 */
export function asRepaired(
  code: string,
  { mistake, verdict }: CrcDiagnosis,
  secret: string,
  changeIn: ChangeIn,
): ChangedLine | null {
  const hinted = mistake && changeIn(code, mistake);
  if (hinted) return hinted;
  const isKey = verdict === 'unknown' || mistake?.parts.some(({ stage }) => stage === 'key');
  return isKey ? secretChange(code, secret) : null;
}
