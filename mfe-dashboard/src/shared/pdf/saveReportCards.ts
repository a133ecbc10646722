import type { ReportCards } from '@masomo/data/learning/reports';
import { formatDate } from '@masomo/domain/time';
import { savePdf } from '@masomo/documents/saveFile';
import { today } from '../schoolDay.ts';

/** Downloads report cards as a PDF; the PDF library is loaded on first use. */
export async function saveReportCards({ school, term, cards }: ReportCards, fileName: string): Promise<void> {
  const { reportCardPdf } = await import('@masomo/documents/reportCard');
  const file = reportCardPdf({
    issuer: school,
    motto: school.motto ?? '',
    term: term.name,
    nextTerm: term.next_starts_on ? formatDate(term.next_starts_on) : '',
    printedOn: formatDate(today()),
    cards: cards.map((card) => ({
      student: { name: card.student.name, admissionNumber: card.student.admission_number },
      className: card.class_name ?? '',
      classTeacher: card.class_teacher ?? '',
      scale: card.scale,
      attendance: card.attendance,
      subjects: card.subjects.map(({ name, assessments }) => ({
        name,
        assessments: assessments.map((mark) => ({ name: mark.name, score: mark.score, maxScore: mark.max_score, weight: mark.weight })),
      })),
    })),
  });
  savePdf(`${fileName}.pdf`, file);
}
