import { t } from '@lingui/core/macro';
import { getClient } from '@masomo/auth';
import { failureMessage, useCommand } from '@masomo/data';
import { fetchPaper, noLineToPapers, type PaperRequest } from '@masomo/data/papers';
import { Button, type ButtonProps, toaster } from '@masomo/design-system';
import { savePdf } from '@masomo/documents/saveFile';
import { printLines } from './printLines.ts';

type PaperButtonProps = Omit<ButtonProps, 'onClick'> & {
  paper: PaperRequest;
  /** Without an extension. */
  fileName: string;
  /** Title of the message when there is no paper. */
  failure: string;
  /** What the browser prints by itself when the server cannot be reached. */
  linesWithoutServer?: () => readonly string[];
};

/** Downloads a paper that the server makes. */
export function PaperButton({ paper, fileName, failure, linesWithoutServer, disabled = false, children, ...button }: PaperButtonProps) {
  const download = useCommand(async () => savePdf(`${fileName}.pdf`, await fetchPaper(await getClient(), paper)), {
    onError: (error) => {
      if (error.code === noLineToPapers && linesWithoutServer) printLines(fileName, linesWithoutServer());
      else toaster.error(failureMessage(error, failure));
    },
  });
  return (
    <Button size="sm" variant="outline" {...button} disabled={disabled || download.isRunning} onClick={() => void download.run(undefined)}>
      {download.isRunning ? t`Creating the PDF...` : children}
    </Button>
  );
}
