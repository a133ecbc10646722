import { cardsPaper } from '@masomo/documents/cards';
import { certificatePaper } from '@masomo/documents/certificate';
import { paperCheck, type PaperIssue } from '@masomo/documents/paperCheck';
import { accountReceipt, quickReceipt, receiptPaper, type Receipt } from '@masomo/documents/receipt';
import { reportCardsPaper, reportCardsTitle } from '@masomo/documents/reportCard';
import { sampleReceipt } from '@masomo/documents/sampleReceipt';
import { statementPaper } from '@masomo/documents/statement';
import { studentFilePaper } from '@masomo/documents/studentFile';
import type { Certificate } from '@masomo/domain/certificates';
import type { AccountStatement, FamilyReceipt, IssuedReceipt } from '@masomo/domain/feePapers';
import type { CardRoster } from '@masomo/domain/paperCards';
import type { PaperSchool } from '@masomo/domain/paperSchool';
import type { ReportCards } from '@masomo/domain/reportCards';
import type { StudentExport } from '@masomo/domain/studentExport';
import { today } from '@masomo/domain/time';
import { inLanguage } from '@masomo/supabase/functions/texts/inLanguage';
import type { PaperPictures } from './lookPictures.ts';
import type { Paper } from './paper.ts';

const noPictures: PaperPictures = { paths: {}, files: {} };

/** How a paper is printed: on which day of the school, in which language, with which pictures and how it is checked. */
const printing = ({ time_zone: timeZone }: PaperSchool, lang: string, { paths }: PaperPictures, issue?: PaperIssue) => ({
  printedOn: issue?.printedOn ?? today(Date.now(), timeZone),
  lang,
  pictures: paths,
  check: issue && paperCheck(issue),
});

/** The report cards of a class or of one student as a paper in a language; those that are kept have an issue each, in their order. */
export const reportCards = (cards: ReportCards, language: string, pictures = noPictures, issues: readonly PaperIssue[] = []): Paper => ({
  template: 'report-cards',
  data: inLanguage(language, (say) =>
    reportCardsPaper(
      cards,
      { ...printing(cards.school, language, pictures, issues.length === 1 ? issues[0] : undefined), checks: issues.map(paperCheck) },
      say,
    ),
  ),
  pictures: pictures.files,
});

/** What the file of a class's report cards is called in a language. */
export const reportCardsFileName = (cards: ReportCards, language: string): string =>
  `${inLanguage(language, (say) => reportCardsTitle(cards, say))}.pdf`;

const receipt = (of: Receipt, language: string, pictures: PaperPictures, issue?: PaperIssue): Paper => ({
  template: 'receipt',
  data: inLanguage(language, (say) => receiptPaper(of, printing(of.school, language, pictures, issue), say)),
  pictures: pictures.files,
});

/** The receipt of a payment as a paper in a language. */
export const feeReceipt = (of: IssuedReceipt, language: string, pictures = noPictures, issue?: PaperIssue): Paper =>
  receipt(accountReceipt(of), language, pictures, issue);

/** A receipt over the fees of several children as a paper in a language. */
export const familyReceipt = (of: FamilyReceipt, language: string, pictures = noPictures, issue?: PaperIssue): Paper =>
  receipt(quickReceipt(of), language, pictures, issue);

/** A paper that shows the look of a school. */
export const sample = (school: PaperSchool, language: string, pictures = noPictures): Paper =>
  receipt(sampleReceipt(school), language, pictures);

/** A student's statement of account as a paper in a language. */
export const statement = (of: AccountStatement, language: string, pictures = noPictures, issue?: PaperIssue): Paper => ({
  template: 'statement',
  data: inLanguage(language, (say) => statementPaper(of, printing(of.school, language, pictures, issue), say)),
  pictures: pictures.files,
});

/** A certificate as a paper in a language. */
export const certificate = (of: Certificate, language: string, pictures = noPictures, issue?: PaperIssue): Paper => ({
  template: 'certificate',
  data: inLanguage(language, (say) => certificatePaper(of, printing(of.school, language, pictures, issue), say)),
  pictures: pictures.files,
});

/** Cards of people as sheets to cut. */
export const cards = (of: { school: PaperSchool; cards: CardRoster }, language: string, pictures = noPictures): Paper => ({
  template: 'cards',
  data: inLanguage(language, (say) => cardsPaper(of, printing(of.school, language, pictures), say)),
  pictures: pictures.files,
});

/** Everything about a student that a person may read, as a paper in a language. */
export const studentFile = (of: { school: PaperSchool; data: StudentExport }, language: string, pictures = noPictures): Paper => ({
  template: 'tables',
  data: inLanguage(language, (say) => studentFilePaper(of, printing(of.school, language, pictures), say)),
  pictures: pictures.files,
});
