import { msg } from '@lingui/core/macro';
import homes from './homes.svg';
import report from './report.svg';

/** Browser builds emit absolute URLs and server builds paths; hydration needs the same text from both. */
const pathOf = (address: string) => new URL(address, 'http://localhost').pathname;

/** External SVG files, each a `<symbol id="drawing">` of 520 by 400; the description is the accessible name. */
export const drawings = {
  homes: {
    file: pathOf(homes),
    description: msg`Two ways to run the product: a cloud that serves several schools, and a server inside one school`,
  },
  report: {
    file: pathOf(report),
    description: msg`A CBC report card: six learning areas, each marked at one of four rubric levels from below to exceeding expectation`,
  },
} as const;
