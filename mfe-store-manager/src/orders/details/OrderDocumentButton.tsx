import { t } from '@lingui/core/macro';
import { FileDown } from 'lucide-react';
import { useQuery } from '@masomo/data';
import { getOrderDocument, orderDocumentKey } from '@masomo/data/store/orderDocuments';
import { orderFileName } from '@masomo/documents/orderFileName';
import { ErrorState, Skeleton } from '@masomo/design-system';
import { PaperButton } from '@masomo/remote/PaperButton';

/** Downloads the receipt or proforma invoice of an order as a PDF. */
export function OrderDocumentButton({ orderId }: { orderId: string }) {
  const { data: order, error, reload } = useQuery(orderDocumentKey(orderId), (db) => getOrderDocument(db, orderId));
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!order) return <Skeleton height="9" width="44" />;
  return (
    <PaperButton
      alignSelf="flex-start"
      paper={{ paper: 'order', order: orderId }}
      fileName={orderFileName(order.orderNumber, order.paidAt !== null)}
      failure={t`The PDF could not be created`}
    >
      <FileDown size={16} aria-hidden /> {order.paidAt ? t`Receipt (PDF)` : t`Proforma invoice (PDF)`}
    </PaperButton>
  );
}
