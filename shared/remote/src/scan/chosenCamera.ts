const key = 'masomo-camera';

/** The camera that was chosen on this device last; null without a choice, or where the browser keeps nothing. */
export const chosenCamera = {
  read(): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  keep(camera: string): void {
    try {
      localStorage.setItem(key, camera);
    } catch {
      // The choice holds until the page is left.
    }
  },
};
