import { defaultLook, type LookSettings, type PaperSchool } from '@masomo/domain/paperSchool';
import type { ReportCards } from '@masomo/domain/reportCards';
import { extractText, getDocumentProxy } from 'unpdf';

type Card = ReportCards['cards'][number];
const subjects = ['Mathematics', 'English', 'Kiswahili', 'Integrated Science', 'Social Studies', 'Creative Arts and Sports', 'Agriculture'];

/** A school, with a look of its own where one is given. */
export const schoolOf = (more: Partial<PaperSchool> = {}, look?: Partial<LookSettings>): PaperSchool => ({
  name: 'Greenfield Academy',
  motto: 'Ever higher',
  email: 'office@greenfield.test',
  phone: '+254 700 000000',
  address: 'Nairobi',
  time_zone: 'Africa/Nairobi',
  payment_instructions: null,
  look: look ? { ...defaultLook, ...look } : null,
  ...more,
});

/** A class with these names; `more` changes each card. */
export function classOf(names: readonly string[], more: Partial<Card> = {}, school: Partial<ReportCards['school']> = {}): ReportCards {
  return {
    school: schoolOf(school),
    term: { name: 'Term 3 2026', starts_on: '2026-09-01', ends_on: '2026-11-20', next_starts_on: '2027-01-05' },
    cards: names.map((name, index) => ({
      student: { id: String(index), name, admission_number: `GA/${1000 + index}` },
      class_name: 'Grade 7 East',
      class_teacher: 'Peter Otieno',
      scale: {
        id: 'k1',
        curriculum: '8-4-4',
        isProvisional: false,
        bands: [
          { code: 'A', label: 'Excellent', from: 70 },
          { code: 'E', label: 'Poor', from: 0 },
        ],
      },
      attendance: { marked: 60, present: 50, late: 5, excused: 3, absent: 2 },
      subjects: subjects.map((subject, row) => ({
        name: subject,
        assessments: [
          { name: 'CAT 1', score: (index + row) % 20, max_score: 20, weight: 1 },
          { name: 'End of term', score: 40 + ((index * 7 + row * 5) % 60), max_score: 100, weight: 3 },
        ],
      })),
      ...more,
    })),
  };
}

/** The text of each page, as a reader of PDFs copies it. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  return (await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text;
}

type TextBox = { page: number; text: string; left: number; right: number; bottom: number; top: number };

/** Where each text is, in points from the lower left corner of its page. */
export async function textBoxesOf(pdf: Uint8Array): Promise<TextBox[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const boxes: TextBox[] = [];
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent();
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [, , , size = 0, left = 0, bottom = 0] = item.transform as number[];
      boxes.push({ page, text: item.str, left, right: left + item.width, bottom, top: bottom + size * 0.7 });
    }
  }
  return boxes;
}

/** The pairs of texts of which one covers the other. */
export const coveringTexts = (boxes: readonly TextBox[]): string[] =>
  boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          other.page === one.page &&
          one.left + 0.5 < other.right &&
          other.left + 0.5 < one.right &&
          one.bottom + 0.5 < other.top &&
          other.bottom + 0.5 < one.top,
      )
      .map((other) => `${one.text} / ${other.text}`),
  );
