import { typedNumber } from '@masomo/domain/typedNumber';

/** The whole number in a field, or the raw text for the server to refuse. */
export function parseNumberInput(text: string): number | string {
  const number = typedNumber(text);
  return Number.isInteger(number) && number >= 0 && number < 1_000_000 ? number : text;
}

/** Parses comma-separated whole numbers. */
export function parseNumberList(text: string): (number | string)[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseNumberInput);
}
