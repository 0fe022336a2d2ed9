/** Attributes of controls that move the clock: during a jump they are disabled, and say why. */
export const whileJumping = ({ isJumping }: { readonly isJumping: boolean }) =>
  isJumping ? { 'aria-disabled': true, title: 'Not while the clock is jumping' } : {};
