import { foldText } from './foldText.ts';
import { sentence, type Sentence } from './sentences.ts';

/** A student of a class list. */
export type ListedStudent = { studentId: string; student: string; admissionNumber: string };
/** The student a row is about, or why that is not certain, as a translatable sentence. */
export type StudentMatch = { student: ListedStudent } | { reason: Sentence };

const wordsOf = (name: string) => foldText(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
const nameKey = (name: string) => wordsOf(name).toSorted().join(' ');
/** Spreadsheets drop leading zeros of what looks like a number. */
const numberKey = (number: string) =>
  foldText(number)
    .replaceAll(' ', '')
    .replace(/^0+(?=\d+$)/, '');

/** Finds the students of a class by admission number and by name, in any order of its words; never by likeness. */
export function studentMatcher(students: readonly ListedStudent[]) {
  const numbers = Map.groupBy(students, ({ admissionNumber }) => numberKey(admissionNumber));
  const names = Map.groupBy(students, ({ student }) => nameKey(student));
  const byNumber = (number: string) => (numberKey(number) === '' ? [] : (numbers.get(numberKey(number)) ?? []));
  const byName = (name: string) => (nameKey(name) === '' ? [] : (names.get(nameKey(name)) ?? []));

  function match(number: string, name: string): StudentMatch {
    const hasName = nameKey(name) !== '';
    if (numberKey(number) === '' && !hasName) return { reason: sentence('The row has no name and no admission number.') };
    const named = byName(name);
    if (numberKey(number) !== '') {
      const [found, ...others] = byNumber(number);
      if (!found) return { reason: sentence('No student of this class has this admission number.') };
      if (others.length > 0) return { reason: sentence('Several students of this class have this admission number.') };
      const shared = new Set(wordsOf(found.student));
      const agrees = named.length > 0 ? named.includes(found) : wordsOf(name).some((word) => shared.has(word));
      if (hasName && !agrees) return { reason: sentence('The admission number and the name are of different students.') };
      return { student: found };
    }
    const [found, ...others] = named;
    if (!found) return { reason: sentence('No student of this class has this name.') };
    if (others.length > 0)
      return { reason: sentence('Several students of this class have this name. Paste their admission numbers with it.') };
    return { student: found };
  }
  return { byNumber, byName, match };
}

export type StudentMatcher = ReturnType<typeof studentMatcher>;
