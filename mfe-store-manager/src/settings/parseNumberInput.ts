/** The whole number in a field, or the raw text for the server to refuse. */
export function parseNumberInput(text: string): number | string {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : text;
}

/** Parses comma-separated whole numbers. */
export function parseNumberList(text: string): (number | string)[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseNumberInput);
}
