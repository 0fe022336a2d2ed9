import type { HostProfile } from './profile.ts';

export const tokenWords: Readonly<Record<HostProfile['token'], string>> = {
  never: 'Never',
  always: 'Always',
  sent: 'If it is sent',
};

export const placeWords: Readonly<Record<HostProfile['parameters'], string>> = {
  header: 'Header',
  query: 'Query',
  form: 'Form body',
};
