import { t } from '@lingui/core/macro';
import type { DataError } from '@masomo/data';
import { ErrorState } from '@masomo/design-system';

/** Error state of content that failed to load, with a retry. */
export function LoadFailure({ error, onRetry }: { error: DataError | undefined; onRetry: () => unknown }) {
  return <ErrorState error={error ?? { userMessage: t`The server did not answer. Try again in a moment.` }} onRetry={onRetry} />;
}
