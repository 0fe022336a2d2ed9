import type { Endpoint } from '../../../declaration/endpoint.ts';
import { getEvent, getEvents, getEventsOfConversation, getEventsWith } from './reading.ts';
import { createGroup, deleteEvent, sendToConversation, sendToUser } from './writing.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [
  getEvents,
  getEvent,
  deleteEvent,
  getEventsWith,
  sendToUser,
  getEventsOfConversation,
  sendToConversation,
  createGroup,
];
