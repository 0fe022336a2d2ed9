/** The line of a receiver's code to change: a proposal, since nothing is known of the program. */
import type { ChangedLine, CrcDiagnosis, loadCrcDoctor } from '../../../../worker/api.ts';
import { secretChange } from './code.ts';

type ChangeIn = Awaited<ReturnType<typeof loadCrcDoctor>>['changeIn'];

/** By the doctor's hints; where it says no line, and the key is what is wrong or may be, the one that names another secret. */
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
