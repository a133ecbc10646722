/** Observable text in localStorage; where storage is refused or absent, it lives as long as the page. */
export type StoredText = {
  read(): string | null;
  write(value: string | null): void;
  /** Notifies of changes made in this and other tabs. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
};

/** Text stored under `key`, shared by all tabs. */
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
        // Private windows and full disks refuse storage: the in-memory value still serves this page.
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      const handleStorage = (event: StorageEvent) => {
        if (event.key === null || event.key === key) listener();
      };
      listeners.add(listener);
      window.addEventListener('storage', handleStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', handleStorage);
      };
    },
  };
}
