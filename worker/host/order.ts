import type { CommandAnswer, CommandArgs, CommandId, Platform } from '../../engine/inside.ts';

/** Gives a command with unchecked arguments: the engine checks them. */
export const order = (
  platform: Pick<Platform, 'doOnce'>,
  callId: string,
  id: CommandId,
  args: readonly unknown[],
): Promise<CommandAnswer> => platform.doOnce(callId, id, ...(args as CommandArgs<CommandId>));
