/** Names what an effect runs again for, where it reads it in no other way. */
export const dependsOn = (...values: readonly unknown[]): number => values.length;
