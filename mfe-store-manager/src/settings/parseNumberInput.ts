/** What a field for a whole number holds: the number, or what was typed instead of one. */
export function parseNumberInput(text: string): number | string {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : text;
}

/** Numbers typed with commas between them. */
export function parseNumberList(text: string): (number | string)[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseNumberInput);
}
