import { setTimeout as sleep } from 'node:timers/promises';
import { createAuthTestBed, origin } from '@masomo/local/auth/authTestBed';
import type { Finding } from './measure/benchmark.ts';

export const description =
  'Asks for recovery mails and sign-in links for known and unknown addresses: neither answer nor time tells them apart.';

const calls = 500;
const mailServerMs = 20;
/** What a stranger across a network cannot see, in any case. */
const leastNoiseMs = 1;

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const bed = await createAuthTestBed({ mailer: { send: () => sleep(mailServerMs) } });
  const findings: Finding[] = [];
  try {
    const { email } = await bed.person();
    const ask = async (path: string, address: string) => {
      // A minute later each time, when another mail may go to the address.
      bed.advance(61_000);
      const began = performance.now();
      const response = await bed.service(
        new Request(`${origin}/auth/v1/${path}`, { method: 'POST', body: JSON.stringify({ email: address }) }),
      );
      const answer = `${response.status} ${await response.text()}`;
      const milliseconds = performance.now() - began;
      await bed.settled();
      return { answer, milliseconds };
    };
    for (const path of ['recover', 'otp']) {
      const answers = new Set<string>();
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      for (let n = 0; n < calls; n += 1) {
        for (const who of n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
          const { answer, milliseconds } = await ask(path, who === 'known' ? email : `nobody${n}@school.test`);
          answers.add(answer);
          times[who].push(milliseconds);
        }
      }
      // What the same question differs by when it is asked again.
      const halves = [0, 1].map((half) => median(times.unknown.filter((_, index) => index % 2 === half)));
      const noise = Math.max(leastNoiseMs, 3 * Math.abs((halves[0] ?? 0) - (halves[1] ?? 0)));
      const difference = Math.abs(median(times.known) - median(times.unknown));
      log(`/${path}: known ${median(times.known).toFixed(2)} ms, unknown ${median(times.unknown).toFixed(2)} ms (medians of ${calls})`);
      findings.push(
        { what: `/${path}: different answers`, measured: String(answers.size), limit: '1', isWithinLimit: answers.size === 1 },
        {
          what: `/${path}: difference of the medians`,
          measured: `${difference.toFixed(2)} ms`,
          limit: `${noise.toFixed(2)} ms`,
          isWithinLimit: difference <= noise,
        },
      );
    }
  } finally {
    await bed.close();
  }
  return findings;
}
