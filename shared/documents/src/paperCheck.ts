import { groupedCode } from '@masomo/domain/issuedPapers';
import { drawQr } from './qrCode.ts';

/** A paper that is kept: the code of its check, the ISO day of its first print, and the address at which anybody checks one. */
export type PaperIssue = { code: string; printedOn: string; address: string };

/** The check of a paper as its head prints it; `drawing` (SVG) opens the page with the code filled in. */
export type PaperCheck = { code: string; address: string; drawing: string };

/** The code is behind a `#`, which browsers send to no server: it is in no log. */
export const paperCheck = ({ code, address }: PaperIssue): PaperCheck => ({
  code: groupedCode(code),
  address: address.replace(/^https?:\/\//, ''),
  drawing: drawQr(`${address}#${code}`),
});
