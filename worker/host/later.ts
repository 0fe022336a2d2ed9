import type { Handlers, Method } from '../contract/contract.ts';
import type { Lazy } from './lazy.ts';

/** The handlers of some methods, loaded with the first call of one of them. */
export function later<M extends Method>(
  group: Lazy<Pick<Handlers, M>>,
  methods: readonly M[],
): Pick<Handlers, M> {
  type Any = (...args: readonly unknown[]) => Promise<unknown>;
  const handlerOf =
    (method: M): Any =>
    async (...args) => {
      const loaded = await group.get();
      return (loaded[method] as Any).call(loaded, ...args);
    };
  return Object.fromEntries(methods.map((method) => [method, handlerOf(method)])) as Pick<Handlers, M>;
}
