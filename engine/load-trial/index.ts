/** Tries out calls against limits before anybody makes them. */
export { signed } from './call.ts';
export { forecast } from './forecast.ts';
export { fresh, tryLoad } from './try-load.ts';
