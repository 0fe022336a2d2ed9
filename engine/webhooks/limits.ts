/** What a receiver has for its answer to a challenge, and for its acknowledgement of an event (choices: crc, delivery). */
export const crcLimits = { timeoutMs: 3_000, maxBytes: 65_536 } as const;
export const deliveryLimits = { timeoutMs: 10_000, maxBytes: 65_536 } as const;
