/** What is wrong with a typed score, in words; undefined when it can be saved. Halves and hundredths are fine. */
export function scoreProblem(typed: string, maxScore: number): string | undefined {
  const text = typed.trim();
  if (text === '') return 'Enter a score';
  if (!/^\d+(\.\d{1,2})?$/.test(text)) return 'Enter a number, such as 17 or 17.5';
  return Number(text) > maxScore ? `The score is from 0 to ${maxScore}` : undefined;
}
