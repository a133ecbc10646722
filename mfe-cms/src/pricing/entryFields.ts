import { t } from '@lingui/core/macro';
import { typedNumber } from '@masomo/domain/typedNumber';
import { z } from 'zod';

const wholeNumber = t`Enter the price as a whole number`;
const maxPrice = 10_000_000;
const tooLarge = t`Use at most 10,000,000`;
const isWholeNumber = (price: string) => price === '' || (Number.isInteger(typedNumber(price)) && typedNumber(price) >= 0);
const isSmallEnough = (price: string) => price === '' || typedNumber(price) <= maxPrice;

/** The fields every price book entry has, within the database's limits. */
export const nameField = z
  .string()
  .trim()
  .min(1, t`Enter a name`)
  .max(120, t`Use at most 120 characters`);
export const descriptionField = z
  .string()
  .trim()
  .min(1, t`Enter a description`)
  .max(500, t`Use at most 500 characters`);
export const priceField = z
  .string()
  .trim()
  .min(1, t`Enter a price`)
  .refine(isWholeNumber, wholeNumber)
  .refine(isSmallEnough, tooLarge);
/** A price of its own on one public page; empty for the store's price. */
export const pagePriceField = z.string().trim().refine(isWholeNumber, wholeNumber).refine(isSmallEnough, tooLarge);

export const versionLabels = { saas: t`SaaS`, standalone: t`Standalone` } as const;
export const versionOptions = [
  { value: 'saas', label: versionLabels.saas },
  { value: 'standalone', label: versionLabels.standalone },
] as const;

/** The number in an optional field; null when it is empty. */
export const numberOrNull = (text: string) => (text === '' ? null : typedNumber(text));
/** The text of an optional field; null when it is empty. */
export const textOrNull = (text: string) => (text === '' ? null : text);
/** The non-empty lines of a text, trimmed. */
export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
