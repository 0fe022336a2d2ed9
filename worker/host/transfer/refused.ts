/** Why a file is no import, beside what the engine finds in its rows. Nothing was taken over. */

/** It is none of ours, or cannot be read. */
export class FileRefused extends TypeError {
  override readonly name = 'FileRefused';
}

/** It is one of ours, and something of it is missing. */
export class FileIncomplete extends TypeError {
  override readonly name = 'FileIncomplete';
}

export class FileTooLarge extends TypeError {
  override readonly name = 'FileTooLarge';

  constructor(
    /** `file`: as it is. `unpacked`: what it unpacks to. `others`: its tables but those of catalogs. `line`: one line. */
    readonly what: 'file' | 'unpacked' | 'others' | 'line',
    /** In bytes; what was found may be more than is known. */
    readonly found: number,
    readonly most: number,
  ) {
    super(`${what} of the file: more than ${most} bytes`);
  }
}
