import type { Component } from 'svelte';

/** The contents of the status line for a session. On a phone it is in a dialog, which `left` closes. */
export type StatusOf<Session> = Component<{ session: Session; left: (() => void) | undefined }>;
