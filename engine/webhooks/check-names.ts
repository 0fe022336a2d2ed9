/** Name of the job that plans a webhook's next check and of the effect that makes it. */
export const checkName = 'webhookCheck';

/** The job of a webhook, and the key of its checks in the outbox. */
export const queueOfChecks = (webhookId: string): string => `crc:${webhookId}`;
