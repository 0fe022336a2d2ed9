/** Limits of a receiver's answer to a challenge and of its acknowledgement of an event (choices: crc, delivery). */
export const crcLimits = { timeoutMs: 3_000, maxBytes: 65_536 } as const;
export const deliveryLimits = { timeoutMs: 10_000, maxBytes: 65_536 } as const;
