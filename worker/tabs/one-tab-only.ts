/** Why a tab cannot work while another one does. */
export class OneTabOnly extends Error {
  override readonly name = 'OneTabOnly';
}

/** For a tab without locks; `because` gives the reason, as the beginning of a sentence. */
export const aloneError = (because: string) =>
  new OneTabOnly(
    `This page is open in another tab. ${because}, and so tabs no way to share one engine: close the other tab, or use https or localhost with storage allowed.`,
  );
