/** Folder of the remote that a file belongs to; none for other files. Paths are relative to the repository's root. */
export function remoteOf(file: string): string | undefined {
  return /^(?:mfe-[a-z-]+|(?:modules|addons)\/[a-z-]+)(?=\/)/.exec(file)?.[0];
}

/** Whether browsers load a file of a remote, or it tests one that they load: of a module all but its build and its database. */
export function isRemoteSource(file: string): boolean {
  return /^(?:mfe-[a-z-]+\/src\/|(?:modules|addons)\/[a-z-]+\/(?!schema\/|rspack\.config)).*\.tsx?$/.test(file);
}
