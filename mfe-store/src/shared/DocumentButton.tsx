import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { FileDown } from 'lucide-react';
import { useCommand } from '@masomo/data';
import { orderFileName } from '@masomo/documents/orderFileName';
import { Button, Stack, Text } from '@masomo/design-system';

/** The document of an unpaid order is a proforma invoice instead of a receipt. */
type Props = { orderNumber: string; orderKey: string; isPaid: boolean };

/** Downloads the receipt or proforma invoice, which the server makes; what it takes here loads on first use. */
export function DocumentButton({ orderNumber, orderKey, isPaid }: Props) {
  const [failure, setFailure] = useState('');
  const download = useCommand(
    async () => {
      setFailure('');
      const [{ fetchBuyerPaper }, { savePdf }] = await Promise.all([import('@masomo/data/papers'), import('@masomo/documents/saveFile')]);
      savePdf(`${orderFileName(orderNumber, isPaid)}.pdf`, await fetchBuyerPaper({ number: orderNumber, key: orderKey }));
    },
    { onError: (error) => setFailure(error.userMessage) },
  );
  return (
    <Stack gap="1">
      <Button variant="outline" alignSelf="flex-start" disabled={download.isRunning} onClick={() => void download.run(undefined)}>
        <FileDown size={16} aria-hidden />{' '}
        {download.isRunning ? t`Preparing the PDF...` : isPaid ? t`Receipt (PDF)` : t`Proforma invoice (PDF)`}
      </Button>
      {failure && (
        <Text role="alert" color="danger.fg" fontSize="sm">
          {failure}
        </Text>
      )}
    </Stack>
  );
}
