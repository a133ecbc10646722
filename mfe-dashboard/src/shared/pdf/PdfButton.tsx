import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { savePdf } from '@masomo/documents/saveFile';
import { Button, type ButtonProps, toaster } from '@masomo/design-system';

type PdfButtonProps = Omit<ButtonProps, 'onClick'> & { fileName: string; failure: string; make: () => Promise<Uint8Array> };

/** Generates a PDF in the browser and downloads it. */
export function PdfButton({ fileName, failure, make, children, ...button }: PdfButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  async function download() {
    setIsBusy(true);
    try {
      savePdf(`${fileName}.pdf`, await make());
    } catch (cause) {
      console.error(failure, cause);
      toaster.error({ title: failure, description: t`Check your connection and try again.` });
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Button size="sm" variant="outline" {...button} disabled={isBusy} onClick={() => void download()}>
      {isBusy ? t`Creating the PDF...` : children}
    </Button>
  );
}
