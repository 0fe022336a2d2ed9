/** Whether answers, unlike all else, no longer leave a tab for another. */
export const answers = { getLost: false };

/** In the place of `BroadcastChannel`. */
export class Channel extends BroadcastChannel {
  override postMessage(frame: { type: string }): void {
    if (!answers.getLost || frame.type !== 'answer') super.postMessage(frame);
  }
}
