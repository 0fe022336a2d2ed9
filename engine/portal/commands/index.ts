/** What a developer and the platform's staff do in the developer portal. */
import { liftAbuse, restoreAbuse, setAbuse } from './abuse.ts';
import { attachApp, createApp, deleteApp, detachApp, setSuspended, updateApp } from './apps.ts';
import { allow, allowScopes, regenerate, revoke } from './credentials.ts';
import { createProject, setPlan } from './projects.ts';

export const commands = {
  createProject,
  setPlan,
  createApp,
  attachApp,
  detachApp,
  updateApp,
  deleteApp,
  setSuspended,
  regenerate,
  revoke,
  allow,
  allowScopes,
  liftAbuse,
  restoreAbuse,
  setAbuse,
};
