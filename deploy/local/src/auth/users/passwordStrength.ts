import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Of zxcvbn's scores 0 to 4: at least 10^8 guesses. */
const leastScore = 3;

/** What has to be left of a password besides the person's name and address. */
const leastRest = 6;

let strength: ZxcvbnFactory | undefined;

/** Whether a password is among the common ones, which are a list in the package, or made of known words, names and patterns. */
export function isEasyToGuess(password: string, personalTerms: readonly string[]): boolean {
  strength ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const parts = personalTerms.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
  const text = password.toLowerCase();
  const rest = parts.reduce((left, part) => left.replaceAll(part.toLowerCase(), ''), text);
  return (rest !== text && rest.length < leastRest) || strength.check(password, parts).score < leastScore;
}
