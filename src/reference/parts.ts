import type { Manual } from '#manual';

type PartId = 'who' | 'path' | 'query' | 'body' | 'answer' | 'refusals' | 'limits';

interface Part {
  readonly id: PartId;
  readonly name: string;
  /** The short name, for links. */
  readonly short: string;
  /** The number of items; 0 if they are not counted. */
  readonly count: number;
  readonly about: string;
}

/** The parts of a call's reference, in order. */
export function partsOf(manual: Manual): readonly Part[] {
  const { path, query, body, answers, refusals } = manual;
  const part = (id: PartId, name: string, count = 0, about = '', short = name): Part => ({
    ...{ id, name, short, count, about },
  });
  return [
    part('who', 'Who may call it', 0, '', 'Who'),
    ...(path.length > 0 ? [part('path', 'Path', path.length)] : []),
    ...(query.length > 0 ? [part('query', 'Query', query.length)] : []),
    ...(body ? [part('body', 'Body', body.fields.length, body.contentType.split(';')[0])] : []),
    part(
      'answer',
      'Answer',
      answers.reduce((sum, { fields }) => sum + fields.length, 0),
    ),
    part('refusals', 'Refusals', refusals.length, `${refusals.length}, in the order of the checks`),
    part('limits', 'Limits', 0, 'on each plan'),
  ];
}
