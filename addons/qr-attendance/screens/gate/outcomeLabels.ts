import { t } from '@lingui/core/macro';
import type { SightingOutcome } from '../../data/qrAttendance.ts';
import type { StoredScan } from './scanOutbox.ts';

export const outcomeLabels: Record<SightingOutcome, string> = {
  present: t`Present`,
  late: t`Late`,
  again: t`Already in`,
  contradicts: t`The register says absent`,
  outside_terms: t`Outside the terms: no register`,
  left: t`Left`,
  staff: t`Staff`,
  unknown: t`Unknown card`,
  revoked: t`Replaced card`,
  refused: t`Not accepted`,
};

const colors: Partial<Record<string, string>> = {
  present: 'green',
  again: 'green',
  staff: 'green',
  late: 'orange',
  left: 'blue',
  contradicts: 'orange',
  outside_terms: 'orange',
};
/** Colour of an outcome's badge. */
export const outcomeColor = (outcome: string) => colors[outcome] ?? 'red';
export const outcomeLabel = (outcome: string) => (outcome in outcomeLabels ? outcomeLabels[outcome as SightingOutcome] : outcome);
/** Who was scanned, as far as this device knows. */
export const scanName = ({ name, code }: Pick<StoredScan, 'name' | 'code'>) =>
  name ?? (/^[0-9A-F]{32}$/.test(code) ? t`Unknown card` : code);
