import type { ImportNotesProps } from '@masomo/remote/imports/importKind';
import { LikelyGuardians } from './LikelyGuardians.tsx';
import { RoomNotice } from './RoomNotice.tsx';
import { studentNotesOf } from './studentNotes.ts';

/** The plan's room for the students of a file, and guardians who may be one person. */
export function StudentNotes({ notes, answers, onAnswer }: ImportNotesProps) {
  const { room, likely } = studentNotesOf(notes);
  const joined = new Set(Object.keys(answers).map(Number));
  return (
    <>
      <RoomNotice room={room} />
      <LikelyGuardians
        likely={likely}
        joined={joined}
        onChange={(rows) =>
          onAnswer(
            Object.fromEntries(
              likely.filter(({ row }) => rows.has(row)).map(({ row, same_guardian_as: same }) => [String(row), { same_guardian_as: same }]),
            ),
          )
        }
      />
    </>
  );
}
