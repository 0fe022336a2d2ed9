/** Sets `Date` to the platform's time. */
const RealDate = Date;
const elapsed = performance.now.bind(performance);

/** From now on `Date` continues from this moment. Returns the clock. */
export function setClock(at: number): () => number {
  const began = elapsed();
  const now = () => Math.floor(at + (elapsed() - began));
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: unknown[], as) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, as) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, name, as): unknown => (name === 'now' ? now : Reflect.get(target, name, as)),
  });
  RealDate.prototype.constructor = Date;
  return now;
}
