import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import { networkFirst } from '@masomo/remote/offline/networkFirst';
import { courseKeys } from '../../data/courses.ts';
import { attemptSchema, getAttempt } from '../../data/learning.ts';

/** An attempt, without a line as this device last read it; `behind` is how many milliseconds its clock is behind the server's. */
export function useAttempt(attemptId: string) {
  const owner = useSession().user?.id ?? '';
  const { data, error, reload } = useQuery([...courseKeys.attempt(attemptId), owner], async (db) => {
    const read = await networkFirst({
      owner,
      key: `attempt ${attemptId}`,
      schema: attemptSchema,
      read: () => getAttempt(db, attemptId),
    });
    return { attempt: read.data, behind: Date.parse(read.data.now) - (read.cachedAt === null ? Date.now() : Date.parse(read.cachedAt)) };
  });
  return { attempt: data?.attempt, behind: data?.behind ?? 0, error, reload };
}
