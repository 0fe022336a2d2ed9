import { isRecord } from '../../worker/api.ts';
/** A line of a stream as people read it. What a line holds is looked at as if anybody had written it. */

export interface MatchingRule {
  readonly id: string;
  /** null for a rule without one. */
  readonly tag: string | null;
}

/** A post with the rules that found it. */
export interface StreamedPost {
  readonly kind: 'post';
  readonly id: string;
  readonly text: string;
  readonly authorId: string | null;
  /** Without its @; null where the line does not name its author. */
  readonly username: string | null;
  readonly rules: readonly MatchingRule[];
}

/** Why the platform breaks a stream off, as its last line says it. */
export interface StreamedError {
  readonly kind: 'error';
  readonly code: number | null;
  readonly message: string;
}

export type StreamLine = StreamedPost | StreamedError | { readonly kind: 'other'; readonly text: string };

type Members = Readonly<Record<string, unknown>>;

export function readLine(line: string): StreamLine {
  const whole = membersOf(parsed(line));
  const data = membersOf(whole?.['data']);
  const [id, text] = [textOf(data?.['id']), textOf(data?.['text'])];
  if (whole && data && id !== null && text !== null) {
    const authorId = textOf(data['author_id']);
    const rules = listOf(whole['matching_rules']).flatMap((rule) => {
      const ruleId = textOf(rule['id']);
      return ruleId === null ? [] : [{ id: ruleId, tag: textOf(rule['tag']) }];
    });
    return { kind: 'post', id, text, authorId, username: usernameOf(whole, authorId), rules };
  }
  const [error] = listOf(whole?.['errors']);
  const message = textOf(error?.['message']);
  if (!error || message === null) return { kind: 'other', text: line };
  const { code } = error;
  return { kind: 'error', code: typeof code === 'number' ? code : null, message };
}

/** "code 89, “Invalid or expired token.”" */
export const saidBy = ({ code, message }: StreamedError): string =>
  `${code === null ? '' : `code ${code}, `}“${message}”`;

/** Whether a line can be an error's, told without reading it: an error says so first. */
export const mayBeError = (line: string): boolean => line.startsWith('{"errors":');

/** The author, where the call asked for it as an expansion. */
function usernameOf(whole: Members, authorId: string | null): string | null {
  const users = listOf(membersOf(whole['includes'])?.['users']);
  return textOf(users.find(({ id }) => authorId !== null && id === authorId)?.['username']);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const membersOf = (value: unknown): Members | null =>
  isRecord(value) && !Array.isArray(value) ? value : null;

const listOf = (value: unknown): Members[] =>
  Array.isArray(value) ? value.map(membersOf).filter((each) => each !== null) : [];

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
