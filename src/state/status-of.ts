import type { Component } from 'svelte';

/** What the status line says of a session. `left` leaves the dialog that it stands in on a phone. */
export type StatusOf<Session> = Component<{ session: Session; left: (() => void) | undefined }>;
