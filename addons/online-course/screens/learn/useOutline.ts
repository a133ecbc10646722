import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { networkFirst } from '@masomo/remote/offline/networkFirst';
import { courseKeys } from '../../data/courses.ts';
import { getOutline, outlineSchema } from '../../data/learning.ts';

/** A course as a student sees it, without a line as this device last read it. */
export function useOutline(enrolmentId: string) {
  const owner = useSession().user?.id ?? '';
  const { data, error, reload } = useQuery([...courseKeys.outline(enrolmentId), owner], (db) =>
    networkFirst({ owner, key: `course ${enrolmentId}`, schema: outlineSchema, read: () => getOutline(db, enrolmentId) }),
  );
  return { outline: data?.data, isKept: data ? data.cachedAt !== null : false, error, reload };
}
