import { call } from './call.ts';
import type { Group } from './check.ts';
import { embed } from './embed.ts';
import { files } from './files.ts';
import { lessons } from './lessons/index.ts';
import { offline } from './offline.ts';
import { policy } from './policy.ts';
import { sandbox } from './sandbox.ts';
import { served } from './served.ts';
import { stored } from './storage.ts';
import { tabs } from './tabs.ts';
import { tasks } from './tasks.ts';

export const groups: readonly Group[] = [
  call,
  tasks,
  lessons,
  stored,
  files,
  tabs,
  policy,
  sandbox,
  served,
  embed,
  offline,
];
