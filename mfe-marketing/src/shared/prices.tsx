import type { ReactNode } from 'react';
import { Span } from '@masomo/design-system';
import { formatPrice } from '@masomo/domain/money';
import type { BillingPeriod } from '@masomo/domain/pricing';

/** Shows an amount of whole shillings. */
export type PriceOf = (shillings: number) => ReactNode;

// The document's first script marks the visitor's currency; without scripts the radio button alone decides.
const inDollars = 'html[data-currency=USD] &, html:not(.light, .dark):has([name=currency][value=USD]:checked) &';
const shillingsOnly = { [inDollars]: { display: 'none' } };
const dollarsOnly = { display: 'none', [inDollars]: { display: 'inline' } };

/** Prices that are part of the page in both currencies, of which styles show the visitor's: choosing another needs no script. */
export const priceIn =
  (kesPerUsd: number): PriceOf =>
  (shillings) => (
    <>
      <Span css={shillingsOnly}>{formatPrice(shillings, 'KES', kesPerUsd)}</Span>
      <Span css={dollarsOnly}>{formatPrice(shillings, 'USD', kesPerUsd)}</Span>
    </>
  );

/** Marks the section with the choice of the billing period, which the plans follow. */
export const billingChoice = { 'data-billing-choice': '' };

/** What is shown for one billing period only: the chosen one in a later section than `billingChoice`, else the annual one. */
export const shownFor = (billing: BillingPeriod, display: 'block' | 'flex' | 'inline-flex') => {
  const isTermly = '[data-billing-choice]:has([value=termly]:checked) ~ * &';
  return billing === 'annual' ? { [isTermly]: { display: 'none' } } : { display: 'none', [isTermly]: { display } };
};
