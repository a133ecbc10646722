import { z } from 'zod';
import { languages } from '@masomo/contracts/languages';
import { certificateSchema } from '@masomo/domain/certificates';
import { accountStatementSchema, familyReceiptSchema, issuedReceiptSchema } from '@masomo/domain/feePapers';
import { cardRosterSchema } from '@masomo/domain/paperCards';
import { lookSettingsSchema, paperSchoolSchema, type PaperSchool } from '@masomo/domain/paperSchool';
import { orderDocumentSchema } from '@masomo/domain/orderDocument';
import { refusal, type Refusal } from '@masomo/domain/refusals';
import { reportCardsSchema } from '@masomo/domain/reportCards';
import { analyticsPeriods, storeAnalyticsSchema } from '@masomo/domain/storeAnalytics';
import { studentExportSchema } from '@masomo/domain/studentExport';
import type { Paper } from '@masomo/typesetter/paper';
import {
  cards,
  certificate,
  familyReceipt,
  feeReceipt,
  reportCards,
  sample,
  statement,
  studentFile,
} from '@masomo/typesetter/schoolPapers';
import { order, storeFigures } from '@masomo/typesetter/storePapers';
import { InsteadOfPaper, type PaperReader } from './paperReader.ts';

const language = z.enum(languages);
const notThere = (refused: Refusal) =>
  new InsteadOfPaper(Response.json(refused, { status: 404, headers: { 'cache-control': 'no-store' } }));

/** A paper that is made at once: what a request names, and how it is made of what the person may read. */
type PaperKind = PaperOptions & { request: z.ZodType; make(reader: PaperReader, request: unknown): Promise<MadePaper> };
/** `isPublic` is for those too who have not signed in, `isDrawn` a drawing for a screen. */
type PaperOptions = { isPublic?: boolean; isDrawn?: boolean };
/** A paper, and with it the data for a computer where people take that too. */
type MadePaper = Paper & { source?: object };

function kind<Of extends z.ZodType>(
  request: Of,
  make: (reader: PaperReader, request: z.output<Of>) => Promise<MadePaper>,
  options: PaperOptions = {},
): PaperKind {
  return { ...options, request, make: (reader, given) => make(reader, request.parse(given)) };
}

const noReceipt = () => notThere(refusal('paper.no_receipt', 'This receipt is no longer here.'));
const noOrder = () => notThere(refusal('paper.no_order', 'This order was not found. Open it from its confirmation email.'));

async function schoolOfPaper(reader: PaperReader): Promise<PaperSchool> {
  const school = await reader.read('paper_school', {}, z.nullable(paperSchoolSchema));
  if (!school) throw notThere(refusal('paper.no_school', 'Papers of a school are for its members.'));
  return school;
}

/** The papers, by the last part of their address. */
export const paperKinds: Readonly<Record<string, PaperKind>> = {
  // Those of a class are made by a job.
  'report-cards': kind(z.object({ language, term: z.uuid(), student: z.uuid() }), async (reader, request) => {
    const { language, ...of } = request;
    const [card] = await reader.issue('report-card', of, { template: 'report-cards', language, schema: reportCardsSchema });
    if (!card) throw notThere(refusal('paper.no_marks', 'There is no report card to print: no student here has marks in this term.'));
    return reportCards(card.content, language, await reader.pictures(card.content.school), [card.issue]);
  }),
  receipt: kind(z.object({ language, student: z.uuid(), payment: z.uuid() }), async (reader, request) => {
    const { language, ...of } = request;
    const [kept] = await reader.issue('receipt', of, { template: 'receipt', language, schema: issuedReceiptSchema });
    if (!kept) throw noReceipt();
    return feeReceipt(kept.content, language, await reader.pictures(kept.content.school), kept.issue);
  }),
  // A module that takes payments has a kind of its own.
  'family-receipt': kind(
    z.object({ language, receipt: z.uuid(), kind: z.string().regex(/^[a-z-]{1,40}-receipt$/) }),
    async (reader, { language, receipt, kind: name }) => {
      const [kept] = await reader.issue(name, { receipt }, { template: 'receipt', language, schema: familyReceiptSchema });
      if (!kept) throw noReceipt();
      return familyReceipt(kept.content, language, await reader.pictures(kept.content.school), kept.issue);
    },
  ),
  statement: kind(z.object({ language, student: z.uuid() }), async (reader, request) => {
    const { language, ...of } = request;
    const [kept] = await reader.issue('statement', of, { template: 'statement', language, schema: accountStatementSchema });
    if (!kept) throw notThere(refusal('paper.no_account', 'This account is no longer here.'));
    return statement(kept.content, language, await reader.pictures(kept.content.school), kept.issue);
  }),
  // A module that certifies something has a kind of its own.
  certificate: kind(
    z.object({ language, certificate: z.uuid(), kind: z.string().regex(/^[a-z-]{1,40}-certificate$/) }),
    async (reader, { language, certificate: id, kind: name }) => {
      const [kept] = await reader.issue(name, { certificate: id }, { template: 'certificate', language, schema: certificateSchema });
      if (!kept) throw notThere(refusal('paper.no_certificate', 'This certificate is no longer here.'));
      return certificate(kept.content, language, await reader.pictures(kept.content.school), kept.issue);
    },
  ),
  // A module that makes cards has a function of its own that lists them.
  cards: kind(
    z.object({
      language,
      source: z.string().regex(/^[a-z]{1,40}_roster$/),
      of: z.partialRecord(z.enum(['class_id', 'student_id', 'staff']), z.union([z.uuid(), z.boolean()])),
      card: z.uuid().optional(),
    }),
    async (reader, request) => {
      const of = Object.fromEntries(Object.entries(request.of).map(([name, value]) => [name, String(value)]));
      const listed = await reader.read(request.source, of, cardRosterSchema);
      const printed = listed.filter(({ card_id: id, code }) => code !== null && (!request.card || id === request.card));
      if (printed.length === 0) throw notThere(refusal('paper.no_cards', 'There is no card to print.'));
      const school = await schoolOfPaper(reader);
      return cards({ school, cards: printed }, request.language, await reader.pictures(school));
    },
  ),
  'student-file': kind(z.object({ language, student: z.uuid() }), async (reader, request) => {
    const data = await reader.call('export_student', { student_id: request.student }, studentExportSchema);
    const school = await schoolOfPaper(reader);
    return { ...studentFile({ school, data }, request.language, await reader.pictures(school)), source: data };
  }),
  look: kind(
    z.object({ language, look: lookSettingsSchema }),
    async (reader, request) => {
      const school = { ...(await reader.read('school_look', {}, paperSchoolSchema)), look: request.look };
      return sample(school, request.language, await reader.pictures(school));
    },
    { isDrawn: true },
  ),
  order: kind(z.object({ language, order: z.uuid() }), async (reader, request) => {
    const of = await reader.read('order_document', { order_id: request.order }, z.nullable(orderDocumentSchema));
    if (!of) throw noOrder();
    return order(of, request.language);
  }),
  // Who has the key of an order is its buyer, signed in or not.
  'buyer-order': kind(
    z.object({ language, number: z.string().max(40), key: z.uuid() }),
    async (reader, request) => {
      const by = { order_number: request.number, order_key: request.key };
      const of = await reader.call('order_by_number_and_email', by, z.nullable(orderDocumentSchema));
      if (!of) throw noOrder();
      return order(of, request.language);
    },
    { isPublic: true },
  ),
  'store-figures': kind(z.object({ language, period: z.enum(analyticsPeriods) }), async (reader, request) =>
    storeFigures(reader.brand, await reader.call('store_analytics', { period: request.period }, storeAnalyticsSchema), request.language),
  ),
};
