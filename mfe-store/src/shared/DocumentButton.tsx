import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { FileDown } from 'lucide-react';
import { Button, Stack, Text } from '@masomo/design-system';
import type { OrderDocument } from '@masomo/domain/orderDocument';
import { savePdf } from '@masomo/documents/saveFile';

type Props = {
  /** Null for an unpaid order, whose document is a proforma invoice instead of a receipt. */
  paidAt: string | null;
  load: () => Promise<OrderDocument>;
};

/** Downloads the receipt or proforma invoice as a PDF; the PDF library loads on first use. */
export function DocumentButton({ paidAt, load }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  async function download() {
    setIsBusy(true);
    setHasFailed(false);
    try {
      const [{ orderPdf, orderPdfFileName: paperName }, { say }, orderDocument] = await Promise.all([
        import('@masomo/documents/orderPdf'),
        import('@masomo/documents/say'),
        load(),
      ]);
      savePdf(paperName(orderDocument), orderPdf(orderDocument, say));
    } catch {
      setHasFailed(true);
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Stack gap="1">
      <Button variant="outline" alignSelf="flex-start" disabled={isBusy} onClick={() => void download()}>
        <FileDown size={16} aria-hidden /> {isBusy ? t`Preparing the PDF...` : paidAt ? t`Receipt (PDF)` : t`Proforma invoice (PDF)`}
      </Button>
      {hasFailed && (
        <Text role="alert" color="danger.fg" fontSize="sm">
          <Trans>The PDF could not be created. Check your connection and try again.</Trans>
        </Text>
      )}
    </Stack>
  );
}
