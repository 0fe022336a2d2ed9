/** The contents of the two columns beside the list, loaded when they are first shown. */
export const loadRegister = () => import('./register/form.ts');
export const loadCheck = () => import('./register/check.ts');
export const loadDeliveries = () => import('./deliveries/index.ts');
export const loadReceiver = () => import('./receiver/index.ts');
export const loadAnswer = () => import('./answer/index.ts');
export const loadPractice = () => import('./on-purpose/index.ts');
export const loadVerify = () => import('./verify/VerifyPane.svelte');
export const loadForge = () => import('./verify/ForgePane.svelte');
