/** Attributes of what moves the clock: while a jump is under way it does nothing, and says why. */
export const whileJumping = ({ isJumping }: { readonly isJumping: boolean }) =>
  isJumping ? { 'aria-disabled': true, title: 'Not while the clock is jumping' } : {};
