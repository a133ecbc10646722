let settle: () => void = () => undefined;
/** Resolves when the first remote of this page is mounted in its outlet, or has failed. */
export const firstScreen = new Promise<void>((resolve) => {
  settle = resolve;
});

/** Says that a remote is mounted in its outlet, or has failed. */
export const noteScreen = (): void => settle();
