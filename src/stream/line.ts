import { isRecord } from '../../worker/api.ts';
/** A line of a stream, prepared for people. The contents of a line are untrusted. */

export interface MatchingRule {
  readonly id: string;
  /** null for a rule without one. */
  readonly tag: string | null;
}

/** A post with the rules that matched it. */
export interface StreamedPost {
  readonly kind: 'post';
  readonly id: string;
  readonly text: string;
  readonly authorId: string | null;
  /** Without its @; null if the line does not name its author. */
  readonly username: string | null;
  readonly rules: readonly MatchingRule[];
}

/** The platform's reason for breaking off a stream, from its last line. */
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

/** Whether a line can be an error, judged without parsing: an error starts with that member. */
export const mayBeError = (line: string): boolean => line.startsWith('{"errors":');

/** The author, if the call requested it as an expansion. */
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
