/** A choice that this browser remembers by a name; null without one, and where its storage is blocked. */
export const browserChoice = (name: string) => ({
  read(): string | null {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  keep(value: string): void {
    try {
      localStorage.setItem(name, value);
    } catch {
      // Storage is blocked or full: the choice lasts for this page.
    }
  },
});
