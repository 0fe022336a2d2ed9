/** In bytes: what tabs can hand each other (see `pieces.ts`). */
export const longestFile = 64 * 1024 * 1024;
