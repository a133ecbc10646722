/** A value that components and others subscribe to, in the shape `useSyncExternalStore` takes. */
export type Store<Value> = {
  get: () => Value;
  set: (value: Value) => void;
  /** Calls `listener` after every `set`. Returns how to unsubscribe. */
  subscribe: (listener: () => void) => () => void;
};

/** Creates a store. Every `set` notifies, also with the same value, because some stores only signal that storage has changed. */
export function createStore<Value>(value: Value): Store<Value> {
  let current = value;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(next) {
      current = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
