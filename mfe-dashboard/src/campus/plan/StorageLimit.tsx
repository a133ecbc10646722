import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { getStorageUse, storageUseKeys } from '@masomo/data/messages/storageUse';
import { formatBytes } from '@masomo/domain/number';
import { ErrorState, SkeletonText, Text } from '@masomo/design-system';
import { Bar, LimitCard, Note } from './LimitCard.tsx';

/** How much of its room for files the school uses. */
export function StorageLimit() {
  const { data: use, error, reload } = useQuery(storageUseKeys.own(), getStorageUse);
  return (
    <LimitCard id="storage-limit" title={t`Room for files`}>
      {error && !use && <ErrorState error={error} onRetry={reload} />}
      {!error && !use && <SkeletonText noOfLines={2} />}
      {use && (
        <>
          <Text>{t`${formatBytes(use.used)} of ${formatBytes(use.limit)} used`}</Text>
          <Bar percent={(use.used / use.limit) * 100} isNoted={use.used >= use.limit} />
          {use.used >= use.limit && (
            <Note status="warning">
              <Trans>No room is left. Remove documents you no longer need, or upgrade your plan.</Trans>
            </Note>
          )}
        </>
      )}
    </LimitCard>
  );
}
