/** Why a file cannot be imported, besides invalid rows, which the engine finds. Nothing was changed. */

/** It is not an export, or cannot be read. */
export class FileRefused extends TypeError {
  override readonly name = 'FileRefused';
}

/** It is an export, but incomplete. */
export class FileIncomplete extends TypeError {
  override readonly name = 'FileIncomplete';
}

export class FileTooLarge extends TypeError {
  override readonly name = 'FileTooLarge';

  constructor(
    /** `file`: as it is. `unpacked`: after decompression. `others`: its tables except those of catalogs. `line`: one line. */
    readonly what: 'file' | 'unpacked' | 'others' | 'line',
    /** The limit in bytes; the actual size may be unknown. */
    readonly found: number,
    readonly most: number,
  ) {
    super(`${what} of the file: more than ${most} bytes`);
  }
}
