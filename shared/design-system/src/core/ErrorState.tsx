import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button, chakra, Spinner } from '@chakra-ui/react';
import { TriangleAlertIcon } from 'lucide-react';
import { StateFrame } from './StateFrame.tsx';

export type ErrorStateProps = { title?: string; error: { userMessage: string }; onRetry?: () => unknown };

/** Error state of a screen or list: the message, and a button to retry. */
export function ErrorState({ title = t`This could not be loaded`, error, onRetry }: ErrorStateProps) {
  return (
    <StateFrame role="alert" tone="danger" icon={<TriangleAlertIcon />} title={title} action={onRetry && <RetryButton onRetry={onRetry} />}>
      {error.userMessage}
    </StateFrame>
  );
}

function RetryButton({ onRetry }: { onRetry: () => unknown }) {
  const [isBusy, setIsBusy] = useState(false);
  const retry = async () => {
    setIsBusy(true);
    try {
      await onRetry();
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button variant="outline" size="sm" aria-busy={isBusy} disabled={isBusy} onClick={() => void retry()}>
      {isBusy && <Spinner size="xs" aria-hidden />}
      <chakra.span display="contents">
        <Trans>Try again</Trans>
      </chakra.span>
    </Button>
  );
}
