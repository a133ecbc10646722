/** Event on `window` by which a remote's entry script announces itself as soon as it runs. */
export const entryEvent = 'masomo:entry';

export type RemoteEntry = {
  container: string;
  /** Runs chunks of the release by their file names, before anything imports them. Resolves when all have loaded or failed. */
  run(files: readonly string[]): Promise<unknown>;
};
