/** Why a command of the portal did nothing, as a sentence. */
export interface Refused {
  readonly ok: false;
  readonly reason: string;
}

export const refused = (reason: string): Refused => ({ ok: false, reason });
export const noApp = refused('There is no such App.');
export const noProject = refused('There is no such Project.');
export const noUser = refused('There is no such user.');
