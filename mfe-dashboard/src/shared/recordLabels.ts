import type { RecordKind, RecordReaders } from '@masomo/data/people/studentRecords';

export const recordKindLabels: Record<RecordKind, string> = {
  behaviour: 'Behaviour',
  health: 'Health',
  merit: 'Merit',
  contact: 'Contact',
  visit: 'Visit',
  other: 'Other',
};
export const recordReaderLabels: Record<RecordReaders, string> = {
  office: 'The office only',
  teachers: 'The office and teachers',
  family: 'Office, teachers and family',
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
