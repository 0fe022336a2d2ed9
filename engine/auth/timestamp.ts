/** Seconds by which a timestamp may differ from the platform's clock, either way (choice: o1-clock). */
export const timestampTolerance = 300;
