/** Currencies a price can be shown in. Everything is charged in KES. */
export const currencies = ['KES', 'USD'] as const;
export type Currency = (typeof currencies)[number];

/** An amount in minor units (cents) of a currency; `minor` is always an integer. */
export type Money = { minor: number; currency: Currency };

/** VAT rate included in every price, in percent. */
export const vatPercent = 16;
/** KES for one USD until a rate has been fetched. */
export const defaultKesPerUsd = 130;

/** Whole shillings as money. Throws RangeError on a fraction. */
export function kes(shillings: number): Money {
  if (!Number.isSafeInteger(shillings)) throw new RangeError(`KES amounts are whole shillings, got ${shillings}`);
  return { minor: shillings * 100, currency: 'KES' };
}

/** Shillings that may have cents, as payments and refunds do, as money. */
export function shillings(amount: number): Money {
  return { minor: Math.round(amount * 100), currency: 'KES' };
}

/** Shillings converted to US dollars at `kesPerUsd`, rounded half up to the cent. Throws RangeError when the rate is not positive. */
export function toUsd(amount: Money, kesPerUsd: number): Money {
  if (amount.currency === 'USD') return amount;
  if (!(kesPerUsd > 0)) throw new RangeError(`Exchange rate must be positive, got ${kesPerUsd}`);
  return { minor: Math.round(amount.minor / kesPerUsd), currency: 'USD' };
}

/** With the separators of English and Swahili. A slow phone takes 55 ms to make the browser's own formatter, in the task that hydrates the first price. */
function formatMinor(minor: number, decimals: 0 | 2): string {
  const whole = String(Math.floor(minor / 100)).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return decimals === 0 ? whole : `${whole}.${String(minor % 100).padStart(2, '0')}`;
}

/** `KES 20,000`, `KES 1,250.50`, `-KES 500`, `$153.85`. Shillings show cents only when there are any. */
export function formatMoney(amount: Money): string {
  const sign = amount.minor < 0 ? '-' : '';
  const minor = Math.abs(amount.minor);
  if (amount.currency === 'USD') return `${sign}$${formatMinor(minor, 2)}`;
  return `${sign}KES ${formatMinor(minor, minor % 100 === 0 ? 0 : 2)}`;
}

/** Whole shillings formatted in the chosen currency. */
export function formatPrice(shillings: number, currency: Currency, kesPerUsd: number): string {
  return formatMoney(currency === 'KES' ? kes(shillings) : toUsd(kes(shillings), kesPerUsd));
}

/** Splits a gross amount into net and VAT at `vatPercent`, rounded to the minor unit: `net + vat = gross`. */
export function splitVat(gross: Money): { net: Money; vat: Money; gross: Money } {
  const net = Math.round((gross.minor * 100) / (100 + vatPercent));
  return { net: { ...gross, minor: net }, vat: { ...gross, minor: gross.minor - net }, gross };
}

/** Price per term when a year is paid at once: ten percent less, rounded to the shilling. */
export function annualTermPrice(termShillings: number): number {
  return Math.round(termShillings * 0.9);
}
