import { msg, t } from '@lingui/core/macro';

/** Every failure the shell tells apart; the number is what a person reads out to support. `mountRemote.ts` says where each of 004 to 016 leads. */
export const shellErrors = {
  registryUnreachable: { number: 'SHELL-001', sentence: msg`The list of the site’s parts could not be loaded.` },
  registryInvalid: { number: 'SHELL-002', sentence: msg`The list of the site’s parts cannot be read.` },
  configUnreachable: { number: 'SHELL-003', sentence: msg`The site’s configuration could not be loaded.` },
  unknownRemote: { number: 'SHELL-004', sentence: msg`This part of the site is not available.` },
  entryNotLoaded: { number: 'SHELL-005', sentence: msg`A file of this part could not be downloaded.` },
  integrityRefused: { number: 'SHELL-006', sentence: msg`A file of this part differs from the released one and was blocked.` },
  unlistedScript: { number: 'SHELL-007', sentence: msg`This part asked for a file outside its release, which was blocked.` },
  importFailed: { number: 'SHELL-008', sentence: msg`This part failed to start.` },
  incompatible: { number: 'SHELL-009', sentence: msg`This part does not fit this version of the site.` },
  noLifecycles: { number: 'SHELL-010', sentence: msg`This part is incomplete.` },
  bootstrapFailed: { number: 'SHELL-011', sentence: msg`This part could not be prepared.` },
  mountFailed: { number: 'SHELL-012', sentence: msg`This part could not be shown.` },
  renderFailed: { number: 'SHELL-013', sentence: msg`This part stopped working.` },
  loadTimedOut: { number: 'SHELL-014', sentence: msg`This part did not respond in time.` },
  mountTimedOut: { number: 'SHELL-015', sentence: msg`This part took too long to appear.` },
  unmountFailed: { number: 'SHELL-016', sentence: msg`This part did not close properly and was removed.` },
  frameFailed: { number: 'SHELL-017', sentence: msg`The page stopped working.` },
  scriptFailed: { number: 'SHELL-018', sentence: msg`A script of this part reported an error; the part is still on the screen.` },
} as const;

export type ShellErrorKind = keyof typeof shellErrors;
export type ShellErrorNumber = (typeof shellErrors)[ShellErrorKind]['number'];

/** A numbered failure; `remote` is the part of the site it concerns. */
export class ShellError extends Error {
  readonly kind: ShellErrorKind;
  readonly remote: string | undefined;

  constructor(kind: ShellErrorKind, remote?: string, cause?: unknown) {
    super(`${shellErrors[kind].number} ${remote ? `${remote}: ` : ''}${kind}`, { cause });
    this.name = 'ShellError';
    this.kind = kind;
    this.remote = remote;
  }

  get number(): ShellErrorNumber {
    return shellErrors[this.kind].number;
  }

  get sentence(): string {
    return t(shellErrors[this.kind].sentence);
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
