/** Told on the window by a remote's entry script as soon as it runs. */
export const entryEvent = 'masomo:entry';

export type RemoteEntry = {
  container: string;
  /** Runs chunks of the release, named by their files, before something imports them. Resolves when all came or failed. */
  run(files: readonly string[]): Promise<unknown>;
};
