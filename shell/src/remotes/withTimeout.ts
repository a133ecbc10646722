import { ShellError, type ShellErrorKind } from './shellErrors.ts';

/** Settles like the promise, or rejects with a numbered error after `timeoutMs`. */
export function withTimeout<T>(promise: Promise<T>, timeoutMs: number, kind: ShellErrorKind, remote: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ShellError(kind, remote, new Error(`more than ${timeoutMs} ms`))), timeoutMs);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
