/** Text in the browser's storage that a screen follows; where storage is refused or absent, it lives as long as the page. */
export type StoredText = {
  read(): string | null;
  write(value: string | null): void;
  /** Tells of changes made here and in other tabs. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
};

/** Text kept under `key`, the same in every tab. */
export function storedText(key: string): StoredText {
  const listeners = new Set<() => void>();
  let inMemory: string | null = null;
  let isRefused = false;
  return {
    read() {
      if (isRefused) return inMemory;
      try {
        return window.localStorage.getItem(key);
      } catch {
        return inMemory;
      }
    },
    write(value) {
      inMemory = value;
      try {
        if (value === null) window.localStorage.removeItem(key);
        else window.localStorage.setItem(key, value);
      } catch {
        isRefused = true;
        // Private windows and full disks refuse storage: the value still serves this page.
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      const hear = (event: StorageEvent) => {
        if (event.key === null || event.key === key) listener();
      };
      listeners.add(listener);
      window.addEventListener('storage', hear);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', hear);
      };
    },
  };
}

/** Runs alone among all tabs of this browser, where it knows locks; what is read and then written stays one step. */
export async function withTabLock<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request(name, work) : work();
}
