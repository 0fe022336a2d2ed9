/** Seconds that a timestamp may lie off the platform's clock, either way (choice: o1-clock). */
export const timestampTolerance = 300;
