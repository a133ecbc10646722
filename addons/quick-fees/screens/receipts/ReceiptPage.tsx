import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@masomo/data';
import { getQuickReceipt, quickFeeKeys } from '../../data/quickFees.ts';
import { AppLink, ErrorState, SkeletonText } from '@masomo/design-system';
import { PageHeader } from '@masomo/design-system/admin';
import { useParams } from '@masomo/navigation';
import { ReceiptCard } from '../shared/ReceiptCard.tsx';
import { quickFeesHome } from '../shared/quickFeesHome.ts';

/** One receipt, to read and print again. */
export function ReceiptPage() {
  const { id = '' } = useParams();
  const { data: receipt, error, reload } = useQuery(quickFeeKeys.receipt(id), (db) => getQuickReceipt(db, id));
  return (
    <>
      <PageHeader
        title={receipt ? t`Receipt ${receipt.receipt_number}` : t`Receipt`}
        description={
          <AppLink to={`${quickFeesHome}/receipts`} color="accent.fg">
            <Trans>Receipts and totals</Trans>
          </AppLink>
        }
      />
      {receipt ? <ReceiptCard receipt={receipt} /> : error ? <ErrorState error={error} onRetry={reload} /> : <SkeletonText noOfLines={6} />}
    </>
  );
}
