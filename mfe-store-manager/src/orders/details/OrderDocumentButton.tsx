import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { FileDown } from 'lucide-react';
import { useQuery } from '@masomo/data';
import { getOrderDocument, orderDocumentKey } from '@masomo/data/store/orderDocuments';
import { savePdf } from '@masomo/documents/saveFile';
import type { OrderDocument } from '@masomo/domain/orderDocument';
import { Button, ErrorState, Skeleton, toaster } from '@masomo/design-system';

/** Downloads the receipt or proforma invoice of an order as a PDF. */
export function OrderDocumentButton({ orderId }: { orderId: string }) {
  const { data: orderDocument, error, reload } = useQuery(orderDocumentKey(orderId), (db) => getOrderDocument(db, orderId));
  const [isBusy, setIsBusy] = useState(false);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!orderDocument) return <Skeleton height="9" width="44" />;
  async function download(loadedDocument: OrderDocument) {
    setIsBusy(true);
    try {
      const [{ orderPdf, orderPdfFileName: paperName }, { say }] = await Promise.all([
        import('@masomo/documents/orderPdf'),
        import('@masomo/documents/say'),
      ]);
      savePdf(paperName(loadedDocument), orderPdf(loadedDocument, say));
    } catch {
      toaster.error({ title: t`The PDF could not be created`, description: t`Check your connection and try again.` });
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Button size="sm" variant="outline" alignSelf="flex-start" disabled={isBusy} onClick={() => void download(orderDocument)}>
      <FileDown size={16} aria-hidden />{' '}
      {isBusy ? t`Creating the PDF...` : orderDocument.paidAt ? t`Receipt (PDF)` : t`Proforma invoice (PDF)`}
    </Button>
  );
}
