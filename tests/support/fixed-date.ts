/**
 * Starts unit tests at noon of a fixed day, from which time passes: no test depends on the hour at which a
 * seeded feed falls due. `START=2026-11-25T05:59:58Z npm run test:unit` starts at another time.
 */
const start = Date.parse(process.env['START'] ?? '2026-11-25T12:00:00Z');

const elapsed = performance.now.bind(performance);

// Files share a process: the first one has set it for all.
if (Date === Date.prototype.constructor) {
  const began = elapsed();
  const now = () => start + Math.floor(elapsed() - began);
  Date.now = now;
  globalThis.Date = new Proxy(Date, {
    construct: (date, args: unknown[], made) =>
      Reflect.construct(date, args.length > 0 ? args : [now()], made) as Date,
    apply: (date) => new date(now()).toString(),
  });
}
