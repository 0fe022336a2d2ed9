/** The operators of search in words (choice: search-syntax), for people who write a query. */
import { hasKinds, isKinds } from './query.ts';

export interface OperatorHelp {
  readonly write: string;
  readonly finds: string;
  /** A query that uses the operator. */
  readonly example: string;
}

const oneOf = (values: readonly string[]): string => `One of ${values.join(', ')}`;

export const operatorHelp: readonly OperatorHelp[] = [
  { write: 'two words', finds: 'Both words, in any order', example: 'fog pier' },
  { write: 'OR', finds: 'Either of them; a space binds tighter', example: 'fog OR rain' },
  { write: '"…"', finds: 'The words next to each other, in this order', example: '"around the dog"' },
  { write: '-', finds: 'Leaves out what follows', example: 'rain -is:repost' },
  { write: '( )', finds: 'A group', example: '(fog OR rain) harbour' },
  { write: 'from: to:', finds: 'Posts by a user, or in reply to them', example: 'from:kai_ferry' },
  { write: '@ #', finds: 'A user who is mentioned, or a hashtag', example: '#harbour' },
  { write: 'has:', finds: oneOf(hasKinds), example: 'harbour has:links' },
  { write: 'is:', finds: oneOf(isKinds), example: 'harbour is:reply' },
  { write: 'lang:', finds: 'A language code such as en, or und for none', example: 'harbour lang:en' },
  {
    write: 'conversation_id:',
    finds: 'The posts of one conversation',
    example: 'conversation_id:2020777185899446272',
  },
];
