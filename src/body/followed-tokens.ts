import type { FollowedMembers, ValueKind } from '#reference';
import type { JsonToken } from './json.ts';

/**
 * Finds the texts of a body that calls accept as a value, using the reference's description of its members. One pass.
 */
export function followedTokens(
  tokens: readonly JsonToken[],
  members: FollowedMembers,
): ReadonlyMap<JsonToken, ValueKind> {
  const found = new Map<JsonToken, ValueKind>();
  /** What is known of each open object; each item of a list is like the one before. */
  const open: (FollowedMembers | undefined)[] = [];
  let here: ValueKind | FollowedMembers | undefined = members;
  for (const token of tokens) {
    const { kind, text } = token;
    if (kind === 'key') here = memberOf(open.at(-1), text);
    else if (kind === 'string') {
      if (typeof here === 'string' && text.length > 2) found.set(token, here);
    } else if (text === '{') open.push(typeof here === 'object' ? here : undefined);
    else if (text === '}') here = open.pop();
  }
  return found;
}

function memberOf(
  members: FollowedMembers | undefined,
  key: string,
): ValueKind | FollowedMembers | undefined {
  const name = key.slice(1, -1);
  return members && Object.hasOwn(members, name) ? members[name] : undefined;
}
