import { useQuery } from '@masomo/data';
import { listChildren, listComing, liveKeys, type Meeting } from '../../data/live.ts';

type Coming = { meeting: Meeting; student: { id: string; name: string } };

/** The coming live classes of the calling student, or of each child of the calling parent. */
export function useFamilyMeetings() {
  const { data: children, error: childrenError, reload: reloadChildren } = useQuery(liveKeys.children(), listChildren);
  const { data: meetings, error, reload } = useQuery(liveKeys.coming(), (db) => listComing(db), { live: ['live_meetings'] });
  const coming: Coming[] | undefined =
    children &&
    meetings?.flatMap((meeting) =>
      children.filter(({ classId }) => classId === meeting.classId).map(({ id, name }) => ({ meeting, student: { id, name } })),
    );
  return { coming, error: error ?? childrenError, reload: () => Promise.all([reload(), reloadChildren()]) };
}
