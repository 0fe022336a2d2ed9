import type { FollowedMembers, ValueKind } from '#reference';
import { followedTokens } from './followed-tokens.ts';
import { tokenise } from './json.ts';
import type { JsonToken } from './json.ts';

/** A JSON value as written: the `text` of a scalar is the received text, quotes and digits unchanged. */
export interface TreeNode {
  /** The member's name with its quotes, or the index in an array; null for the outermost. */
  readonly key: string | null;
  readonly kind: 'object' | 'array' | 'string' | 'number';
  readonly text: string;
  readonly children: TreeNode[];
  /** What calls accept this value as; null for most values. */
  readonly follows: ValueKind | null;
}

/** null for text that is not JSON. `members`: which of them can be followed. */
export function treeOf(json: string, members?: FollowedMembers): TreeNode | null {
  const tokens = tokenise(json);
  if (!tokens) return null;
  const followed = members && followedTokens(tokens, members);
  const root: TreeNode = { key: null, kind: 'array', text: '', children: [], follows: null };
  const path = [root];
  let key: string | null = null;
  for (const token of tokens) {
    const parent = path.at(-1)!;
    if (token.kind === 'key') key = token.text;
    else if (token.text === '}' || token.text === ']') path.pop();
    else if (token.kind !== 'punctuation' || token.text === '{' || token.text === '[') {
      const node = nodeOf(token, key ?? String(parent.children.length), followed?.get(token) ?? null);
      key = null;
      parent.children.push(node);
      if (token.kind === 'punctuation') path.push(node);
    }
  }
  const [outermost] = root.children;
  return outermost ? { ...outermost, key: null } : null;
}

function nodeOf(token: JsonToken, key: string, follows: ValueKind | null): TreeNode {
  if (token.kind === 'punctuation')
    return { key, kind: token.text === '{' ? 'object' : 'array', text: '', children: [], follows };
  return {
    key,
    kind: token.kind === 'string' ? 'string' : 'number',
    text: token.text,
    children: [],
    follows,
  };
}

/** "3 items", "1 member". */
export function size(node: TreeNode): string {
  const count = node.children.length;
  const noun = node.kind === 'array' ? 'item' : 'member';
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
