import { z } from 'zod';

const wholeNumber = 'Enter the price as a whole number';
const maxPrice = 10_000_000;
const tooMuch = 'Use at most 10,000,000';

/** What every entry of the price book has, as the database takes it. */
export const nameField = z.string().trim().min(1, 'Enter a name').max(120, 'Use at most 120 characters');
export const descriptionField = z.string().trim().min(1, 'Enter a description').max(500, 'Use at most 500 characters');
export const priceField = z
  .string()
  .trim()
  .min(1, 'Enter a price')
  .regex(/^\d*$/, wholeNumber)
  .refine((price) => Number(price) <= maxPrice, tooMuch);
/** A page's own price; empty where it has none. */
export const pagePriceField = z
  .string()
  .trim()
  .regex(/^\d*$/, wholeNumber)
  .refine((price) => Number(price) <= maxPrice, tooMuch);

export const versionOptions = [
  { value: 'saas', label: 'SaaS' },
  { value: 'standalone', label: 'Standalone' },
] as const;
export const versionLabels = { saas: 'SaaS', standalone: 'Standalone' } as const;

/** A number that may be left out. */
export const numberOrNull = (text: string) => (text === '' ? null : Number(text));
/** Words that may be left out. */
export const textOrNull = (text: string) => (text === '' ? null : text);
/** The filled lines of a text, trimmed. */
export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
