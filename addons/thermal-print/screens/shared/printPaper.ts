import type { ReceiptPrint } from '../../data/thermalPrint.ts';
import { paperElement, paperStyles } from './paperElement.ts';

const pixelsPerMillimetre = 96 / 25.4;
/** A dialog that is never answered must not keep the frame for ever. */
const longestDialogMs = 5 * 60_000;

/** Opens the browser's print dialog with a page as long as the receipt. */
export function printPaper(print: ReceiptPrint): void {
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  Object.assign(frame.style, { position: 'fixed', left: '-200mm', top: '0', width: `${print.paper}mm`, height: '10mm', border: '0' });
  document.body.append(frame);
  const view = frame.contentWindow;
  const page = frame.contentDocument;
  if (!view || !page) {
    frame.remove();
    throw new Error('The browser opened no frame to print from.');
  }
  // A constructed sheet, since the content policy allows no style elements.
  const sheet = new (view as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(paperStyles(print.paper));
  page.adoptedStyleSheets = [sheet];
  page.title = print.receipt_number;
  const receipt = paperElement(page, print);
  page.body.append(receipt);
  const height = Math.ceil(receipt.getBoundingClientRect().height / pixelsPerMillimetre) + 4;
  sheet.insertRule(`@page { size: ${print.paper}mm ${height}mm; margin: 0; }`);
  const remove = () => frame.remove();
  view.addEventListener('afterprint', () => setTimeout(remove));
  setTimeout(remove, longestDialogMs);
  view.focus();
  view.print();
}
