import { delivery } from '../../../account-activity/delivery.ts';
import { deliveryName } from '../../../account-activity/queue.ts';
import type { WorkHandlers } from '../../../declaration/work.ts';

export const work: WorkHandlers = { jobs: {}, effects: { [deliveryName]: delivery } };
