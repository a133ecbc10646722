/** The URL fragment of a heading: `5. Fees and payment` gives `fees-and-payment`. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/^\d+\.\s*/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
