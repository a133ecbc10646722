import type { ReportCards } from '@masomo/domain/reportCards';
import { savePdf } from '@masomo/documents/saveFile';
import { say } from '@masomo/documents/say';
import { today } from '@masomo/remote/schoolDay';

/** Downloads report cards as a PDF; the PDF library is loaded on first use. */
export async function saveReportCards(cards: ReportCards, fileName: string): Promise<void> {
  const { reportCardFile, reportCardPdf } = await import('@masomo/documents/reportCard');
  savePdf(`${fileName}.pdf`, reportCardPdf(reportCardFile(cards, today()), say));
}
