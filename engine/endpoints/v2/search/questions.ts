/** What a page asks about the filtered stream beside its calls: none of it is sent, and none is counted. */
import { text, tuple } from '../../../declaration/checks.ts';
import { question } from '../../../declaration/command.ts';
import type { Services } from '../../../declaration/services.ts';
import { connectionsOf } from './connections.ts';

interface Needs {
  readonly services: Services;
}

export const questions = {
  /** Since when an App is connected to the stream, in epoch ms; null while it is not. */
  connectedSince: question(tuple(text), ({ services }: Needs, appId): number | null =>
    connectionsOf(services).openedAt(appId),
  ),
};
