/** Names the dependencies of an effect that it does not read otherwise. */
export const dependsOn = (...values: readonly unknown[]): number => values.length;
