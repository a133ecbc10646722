import { atLeast, type Finding } from './measure/benchmark.ts';
import { crashRounds } from './measure/payments/crashRounds.ts';

export const description = 'Kills the server 100 times during payments and checks that every charge matches exactly one paid order.';

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const { rounds, charges, paidOnce, unsent, faults } = await crashRounds({ rounds: Number(process.env['ROUNDS'] ?? 100), log });
  for (const fault of faults.slice(0, 20)) log(fault);
  log(`${unsent} orders whose request did not reach the provider`);
  return [
    atLeast('kills', rounds, rounds, 'kills'),
    {
      what: 'charges that match exactly one paid order with its licences',
      measured: `${paidOnce} of ${charges}`,
      limit: 'all',
      isWithinLimit: paidOnce === charges && charges > 0,
    },
    { what: 'mismatches', measured: String(faults.length), limit: '0', isWithinLimit: faults.length === 0 },
  ];
}
