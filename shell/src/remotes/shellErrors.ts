/** Every failure the shell tells apart; the number is what a person reads out to support. `mountRemote.ts` says where each of 004 to 016 leads. */
export const shellErrors = {
  registryUnreachable: { number: 'SHELL-001', sentence: "The list of the site's parts could not be fetched." },
  registryInvalid: { number: 'SHELL-002', sentence: "The list of the site's parts is not readable." },
  configUnreachable: { number: 'SHELL-003', sentence: "The site's configuration could not be fetched or is not readable." },
  unknownRemote: { number: 'SHELL-004', sentence: 'No part of the site with this name is live.' },
  entryNotLoaded: { number: 'SHELL-005', sentence: 'A file of this part could not be downloaded.' },
  integrityRefused: { number: 'SHELL-006', sentence: 'A file of this part is not the one that was released and was refused.' },
  unlistedScript: { number: 'SHELL-007', sentence: 'This part asked for a file that is not in its release and was refused.' },
  importFailed: { number: 'SHELL-008', sentence: 'This part failed while it was starting.' },
  incompatible: { number: 'SHELL-009', sentence: 'This part needs something this version of the site does not offer.' },
  noLifecycles: { number: 'SHELL-010', sentence: 'This part does not say how it is to be shown.' },
  bootstrapFailed: { number: 'SHELL-011', sentence: 'This part could not be prepared.' },
  mountFailed: { number: 'SHELL-012', sentence: 'This part could not be shown.' },
  renderFailed: { number: 'SHELL-013', sentence: 'This part stopped working while it was on the screen.' },
  loadTimedOut: { number: 'SHELL-014', sentence: 'This part did not answer in time.' },
  mountTimedOut: { number: 'SHELL-015', sentence: 'This part took too long to appear.' },
  unmountFailed: { number: 'SHELL-016', sentence: 'This part did not close properly and was removed.' },
  frameFailed: { number: 'SHELL-017', sentence: 'The frame of the site stopped working.' },
  scriptFailed: { number: 'SHELL-018', sentence: 'A script of this part reported an error; the part is still on the screen.' },
} as const;

export type ShellErrorKind = keyof typeof shellErrors;
export type ShellErrorNumber = (typeof shellErrors)[ShellErrorKind]['number'];

/** A numbered failure; `remote` is the part of the site it concerns. */
export class ShellError extends Error {
  readonly kind: ShellErrorKind;
  readonly remote: string | undefined;

  constructor(kind: ShellErrorKind, remote?: string, cause?: unknown) {
    super(`${shellErrors[kind].number} ${remote ? `${remote}: ` : ''}${shellErrors[kind].sentence}`, { cause });
    this.name = 'ShellError';
    this.kind = kind;
    this.remote = remote;
  }

  get number(): ShellErrorNumber {
    return shellErrors[this.kind].number;
  }

  get sentence(): string {
    return shellErrors[this.kind].sentence;
  }
}

/** A thrown value as a numbered error. */
export function asShellError(error: unknown, kind: ShellErrorKind, remote?: string): ShellError {
  return error instanceof ShellError ? error : new ShellError(kind, remote, error);
}

/** Logs a failure where operators look for it. */
export function reportShellError(error: ShellError): void {
  console.error(error.message, error.cause ?? '');
}
