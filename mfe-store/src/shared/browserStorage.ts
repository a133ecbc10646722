/** A key of the browser's storage; where storage is refused or absent, the value lives as long as the page. */
export type StoredText = { read(): string | null; write(value: string | null): void };

/** Text kept under `key` in local or session storage. */
export function storedText(kind: 'local' | 'session', key: string): StoredText {
  let inMemory: string | null = null;
  let isRefused = false;
  const storage = () => (kind === 'local' ? window.localStorage : window.sessionStorage);
  return {
    read() {
      if (isRefused) return inMemory;
      try {
        return storage().getItem(key);
      } catch {
        return inMemory;
      }
    },
    write(value) {
      inMemory = value;
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, value);
      } catch {
        isRefused = true;
        // Private windows and full disks refuse storage: the value still serves this page.
      }
    },
  };
}

/** Calls back when another tab changes one of the keys (or clears the storage). Returns the unsubscribe function. */
export function onStorage(keys: readonly string[], listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === null || keys.includes(event.key)) listener();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
