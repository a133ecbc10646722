import { useState } from 'react';
import { FileDown } from 'lucide-react';
import { Button, Stack, Text } from '@masomo/design-system';
import type { OrderDocument } from '@masomo/domain/orderDocument';
import { saveFile } from './saveFile.ts';

type Props = {
  /** Decides what the paper is called; null for an unpaid order. */ paidAt: string | null;
  read: () => Promise<OrderDocument>;
};

/** The receipt or proforma invoice as a PDF; what makes it is fetched when it is first asked for. */
export function DocumentButton({ paidAt, read }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  async function download() {
    setIsBusy(true);
    setFailed(false);
    try {
      const [{ orderPdf, paperName }, paper] = await Promise.all([import('@masomo/documents/receipt'), read()]);
      saveFile(new Uint8Array(orderPdf(paper)), paperName(paper), 'application/pdf');
    } catch {
      setFailed(true);
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Stack gap="1">
      <Button variant="outline" alignSelf="flex-start" disabled={isBusy} onClick={() => void download()}>
        <FileDown size={16} aria-hidden /> {isBusy ? 'Making the PDF...' : paidAt ? 'Receipt (PDF)' : 'Proforma invoice (PDF)'}
      </Button>
      {failed && (
        <Text role="alert" color="danger.fg" fontSize="sm">
          The PDF was not made. Check your connection and try again.
        </Text>
      )}
    </Stack>
  );
}
