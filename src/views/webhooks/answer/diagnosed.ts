import type { loadCrcDoctor } from '../../../../worker/api.ts';
import type { AnswerQuestion, AnswerDiagnosis } from './answer-desk.svelte.ts';

type Doctor = Awaited<ReturnType<typeof loadCrcDoctor>>;

/** In ms: how long typing must pause before it is diagnosed; longer for a long text, which takes longer. */
export const pauseBefore = ({ size }: AnswerQuestion): number => (size <= 8_192 ? 120 : 600);

export const diagnosed = (doctor: Doctor, asked: AnswerQuestion): AnswerDiagnosis =>
  asked.mode === 'challenge'
    ? { mode: 'challenge', diagnosis: doctor.diagnoseCrc(asked.question) }
    : { mode: 'delivery', diagnosis: doctor.diagnoseSignature(asked.question) };
