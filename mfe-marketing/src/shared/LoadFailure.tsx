import { ErrorState } from '@masomo/design-system';

/** Content that could not be read, with the way to try again. */
export function LoadFailure({ error, onRetry }: { error: Error | undefined; onRetry: () => unknown }) {
  return <ErrorState error={error ?? new Error('The server gave no answer. Try again in a moment.')} onRetry={onRetry} />;
}
