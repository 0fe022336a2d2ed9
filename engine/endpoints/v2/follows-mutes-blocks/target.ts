/** The user to follow or mute, who must exist and not be the acting user (choices: following, muting). */
import { described, Id, object } from '../../../spec/fields.ts';
import { refuseValue } from '../../../spec/problems.ts';
import type { Refusal } from '../../../spec/problems.ts';
import { namesNo, notFound } from '../../../social/renderer.ts';
import type { World } from '../../../social/world.ts';
import type { User } from '../../../state/tables/accounts.ts';

export const acting = described(Id, 'Id of the acting user');

/** A body that names the target user. */
export const named = (words: string) => object({ target_user_id: described(Id, words) });

type Refused<Missing extends 'parameterInvalid' | 'resourceNotFound'> = Refusal<
  'foreignResource' | 'parameterInvalid' | Missing
>;

/** The user whom a body names. */
export const targetInBody = (
  user: User,
  target: string,
  platform: World,
): User | Refused<'parameterInvalid'> =>
  (target === user.id ? refuseOneself('body field', target) : null) ??
  platform.tables.users.get(target) ??
  namesNo('user', 'target_user_id', target);

/** The user whom a path names. */
export const targetInPath = (
  user: User,
  target: string,
  platform: World,
): User | Refused<'resourceNotFound'> =>
  (target === user.id ? refuseOneself('path parameter', target) : null) ??
  platform.tables.users.get(target) ??
  notFound('user', 'target_user_id', target, platform);

const refuseOneself = (place: 'body field' | 'path parameter', target: string) =>
  refuseValue(place, 'target_user_id', target, 'names the acting user');
