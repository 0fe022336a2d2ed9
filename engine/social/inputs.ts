/** The texts that people write, as the endpoints take them (choices: fields, dm-conversations, lists). */
import { characters, integer, listOf } from '../spec/fields.ts';
import type { Schema } from '../spec/fields.ts';

export const PostText = characters(1, 280);

export const PollOptions = listOf(characters(1, 25), 4, 2);
export const PollMinutes = integer(5, 10080);

export const MessageText = characters(1, 10_000);

/** Members of a group conversation besides the one who opens it. */
export const mostInvited = 49;

export const ListName: Schema<string> = {
  definition: {
    ...{ type: 'string', characters: true, least: 1, most: 25 },
    form: { pattern: /\S/, words: 'a name: it is blank' },
  },
};
export const ListDescription = characters(0, 100);
