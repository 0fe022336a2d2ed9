import { delivery } from '../../../account-activity/delivery.ts';
import { expiry, expiryName } from '../../../account-activity/ending.ts';
import { deliveryName } from '../../../account-activity/queue.ts';
import type { WorkHandlers } from '../../../declaration/work.ts';

export const work: WorkHandlers = { jobs: { [expiryName]: expiry }, effects: { [deliveryName]: delivery } };
