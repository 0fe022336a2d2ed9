import { utf8 } from '../../../../worker/api.ts';
import { hidden } from '../verdict/words.ts';
import type { AnswerQuestion, AnswerDiagnosis } from './answer-desk.svelte.ts';

const plain = (text: string): string => text.replaceAll('`', '');

const marks = { ok: 'ok     ', failed: 'FAILS  ', unreached: '–      ', advice: 'advice ' } as const;

/** The findings for a ticket or a colleague: plain text, with every known secret masked. */
export function reportOf(
  { diagnosis, mode }: AnswerDiagnosis,
  asked: AnswerQuestion,
  secrets: readonly string[],
): string {
  const { mistake, verdict, answer, equal, tried } = diagnosis;
  const titles = {
    right: mode === 'challenge' ? 'The answer is right' : 'The signature is right',
    unknown: 'No known mistake gives this value',
  };
  const lines = [
    mode === 'challenge' ? 'A webhook’s answer to a challenge' : 'The signature of a webhook’s delivery',
    '',
    `${verdict === 'explained' && mistake ? plain(mistake.sentence) : titles[verdict === 'right' ? 'right' : 'unknown']}.`,
    ...('warning' in diagnosis && diagnosis.warning ? [diagnosis.warning] : []),
    ...(mistake ? [`Repair: ${plain(mistake.repair)}`] : []),
    ...equal.map((each) => `The same would result from: ${plain(each.sentence)}.`),
    '',
    ...(mode === 'challenge' && asked.mode === 'challenge'
      ? [`crc_token  ${asked.question.token}`]
      : asked.mode === 'delivery'
        ? [`body       ${asked.question.body.length} bytes`]
        : []),
    ...(mistake
      ? [`came       ${mistake.came}`]
      : asked.mode === 'delivery'
        ? [`came       ${asked.question.computed}`]
        : []),
    `wanted     ${mistake?.wanted ?? answer}`,
    ...(mistake?.right.length ? ['', ...mistake.right.map(plain)] : []),
    ...(mode === 'challenge'
      ? [
          '',
          ...diagnosis.rules.map(
            ({ title, state, wanted, came }) =>
              `${marks[state]}${title}: ${plain(came ?? 'not seen')}${state === 'failed' ? ` (wanted: ${plain(wanted)})` : ''}`,
          ),
        ]
      : []),
    ...(tried.length > 0 ? ['', `${tried.length} known mistakes were tried.`] : []),
  ];
  return hidden(`${lines.join('\n')}\n`, secrets);
}

/** The right answer, to send by hand or to compare with. */
export const rightAnswer = ({ mode, diagnosis }: AnswerDiagnosis): string =>
  mode === 'challenge' ? JSON.stringify({ response_token: diagnosis.answer }) : diagnosis.answer;

/** "72 B": the size of a text in UTF-8. */
export const sizeOf = (text: string): string => {
  const bytes = utf8(text.slice(0, 1_048_576)).length;
  return bytes < 1_024 ? `${bytes} B` : `${(bytes / 1_024).toFixed(1)} KiB`;
};
