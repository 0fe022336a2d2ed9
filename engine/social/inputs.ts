/** Texts written by users, as the endpoints take them (choices: fields, dm-conversations, lists). */
import { characters, integer, listOf } from '../spec/fields.ts';
import { longestPost } from '../spec/posts.ts';
import { visibleText } from '../spec/visible.ts';

export const PostText = visibleText(1, longestPost);

export const PollOptions = listOf(visibleText(1, 25), 4, 2);
export const PollMinutes = integer(5, 10080);

/** An option that a poll has twice, ignoring spaces around it; undefined when all differ. */
export const repeatedOption = (options: readonly string[]): string | undefined =>
  options.find((option, at) => options.findIndex((each) => each.trim() === option.trim()) < at);

export const MessageText = visibleText(1, 10_000);

/** Members of a group conversation besides its creator. */
export const mostInvited = 49;

export const ListName = visibleText(1, 25, 'a name');
export const ListDescription = characters(0, 100);
