import { t } from '@lingui/core/macro';

/** The number of a page in the reader's language, for `finishPdf`. */
export const pageLabel = (page: number, pages: number) => t`Page ${page} of ${pages}`;
