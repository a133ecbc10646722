import { ShellError, type ShellErrorKind } from './shellErrors.ts';

/** The promise, or a numbered error when it takes longer than `milliseconds`. */
export function withTimeout<T>(promise: Promise<T>, milliseconds: number, kind: ShellErrorKind, remote: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ShellError(kind, remote, new Error(`more than ${milliseconds} ms`))), milliseconds);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
