/** The text of a script that runs `text` after the first paint. */
export const afterFirstPaint = (text: string) =>
  `addEventListener('DOMContentLoaded',()=>requestAnimationFrame(()=>setTimeout(()=>{${text}})))`;

/** The text of a script that calls a function of an `.inline.ts` file with these arguments; a function among them is passed as its text too. */
export function inlineScript<A extends readonly unknown[]>(run: (...parameters: A) => void, ...parameters: A): string {
  return `(${run.toString()})(${parameters.map((value) => (typeof value === 'function' ? String(value) : JSON.stringify(value))).join(',')})`;
}
