import { absenceLabels, type Mark } from '@masomo/domain/marks';
import { translate } from '@masomo/i18n';

/** What a cell shows of a mark: the score, or the word for the absence; empty without a mark. */
export function markText(mark: Mark | null | undefined): string {
  if (mark === null || mark === undefined) return '';
  return typeof mark === 'number' ? String(mark) : translate(absenceLabels[mark]);
}
