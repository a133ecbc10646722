import { orderPaper } from '@masomo/documents/orderPaper';
import { storeReportPaper } from '@masomo/documents/storeReport';
import type { OrderDocument } from '@masomo/domain/orderDocument';
import type { StoreAnalytics } from '@masomo/domain/storeAnalytics';
import { today } from '@masomo/domain/time';
import { inLanguage } from '@masomo/supabase/functions/texts/inLanguage';
import type { Paper } from './paper.ts';

/** The receipt of a paid order, or the proforma invoice of an unpaid one, as a paper in a language. */
export const order = (of: OrderDocument, language: string): Paper => ({
  template: 'order',
  data: inLanguage(language, (say) => orderPaper(of, language, say)),
});

/** The figures of the store as a paper in a language. */
export const storeFigures = (brand: string, analytics: StoreAnalytics, language: string): Paper => ({
  template: 'tables',
  data: inLanguage(language, (say) => storeReportPaper({ brand, analytics }, { printedOn: today(), lang: language }, say)),
});
