import { atLeast, atMost, type Finding } from './measure/benchmark.ts';
import { crashRounds } from './measure/protection/crashRounds.ts';

export const description =
  'Kills gateway, functions and database while children are erased and exported, a school writes its ZIP, expired data is purged and schools are deleted: nothing is half done, and everything resumes.';

const maxRestartMs = 5_000;

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const rounds = Number(process.env['ROUNDS'] ?? 20);
  const { kills, erased, exports, purged, deletedSchools, schoolExports, restarts, faults } = await crashRounds({ rounds, log });
  for (const fault of faults.slice(0, 20)) log(fault);
  log(
    `${erased} students erased, ${exports} exported, ${schoolExports} ZIPs of a school, ${purged} sign-ins purged, ${deletedSchools} schools deleted`,
  );
  const slowest = (target: string) =>
    Math.max(0, ...restarts.filter((restart) => restart.target === target).map(({ milliseconds }) => milliseconds));
  return [
    atLeast('kills', kills, rounds, 'kills'),
    {
      what: 'half done or never done',
      measured: String(faults.length),
      limit: '0',
      isWithinLimit: faults.length === 0 && exports > 0 && schoolExports > 0,
    },
    atMost('slowest return of gateway and functions', slowest('server'), maxRestartMs),
    atMost('slowest return of the database', slowest('database'), maxRestartMs),
  ];
}
