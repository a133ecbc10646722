import { t } from '@lingui/core/macro';
import type { RecordKind, RecordReaders } from '@masomo/data/people/studentRecords';

export const recordKindLabels: Record<RecordKind, string> = {
  behaviour: t`Behaviour`,
  health: t`Health`,
  merit: t`Merit`,
  contact: t`Contact`,
  visit: t`Visit`,
  other: t`Other`,
};
export const recordReaderLabels: Record<RecordReaders, string> = {
  office: t`Office only`,
  teachers: t`Office and teachers`,
  family: t`Office, teachers and family`,
};
/** Who reads a record of a kind until someone chooses otherwise. */
export const defaultReaders: Record<RecordKind, RecordReaders> = {
  behaviour: 'teachers',
  health: 'office',
  merit: 'family',
  contact: 'teachers',
  visit: 'teachers',
  other: 'teachers',
};
