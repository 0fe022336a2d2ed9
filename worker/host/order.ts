import type { CommandAnswer, CommandArgs, CommandId, Platform } from '../../engine/inside.ts';

/** Gives a command whose arguments nobody has checked yet: the engine does. */
export const order = (
  platform: Pick<Platform, 'doOnce'>,
  callId: string,
  id: CommandId,
  args: readonly unknown[],
): Promise<CommandAnswer> => platform.doOnce(callId, id, ...(args as CommandArgs<CommandId>));
