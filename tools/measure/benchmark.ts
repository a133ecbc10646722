import { formatNumber } from '@masomo/domain/number';

/** One line of what a benchmark found. */
export type Finding = {
  what: string;
  /** With its unit, as people read it: `38.2 ms`, `1.12x`. */
  measured: string;
  limit: string;
  holds: boolean;
};

/** What a file of `tools/bench` exports. */
export type Benchmark = {
  /** One line for the list of benchmarks. */
  description: string;
  run(log: (line: string) => void): Promise<Finding[]>;
};

/** A time that must stay under a limit, both in milliseconds. */
export function atMost(what: string, milliseconds: number, limit: number): Finding {
  return { what, measured: `${milliseconds.toFixed(1)} ms`, limit: `${limit} ms`, holds: milliseconds <= limit };
}

/** A ratio that must stay under a limit; `detail` says what was divided. */
export function ratioAtMost(what: string, ratio: number, limit: number, detail = ''): Finding {
  return { what, measured: `${ratio.toFixed(2)}x${detail && ` (${detail})`}`, limit: `${limit}x`, holds: ratio <= limit };
}

/** A rate or amount that must be reached. */
export function atLeast(what: string, amount: number, limit: number, unit: string): Finding {
  const words = (value: number) => `${formatNumber(Math.round(value))} ${unit}`;
  return { what, measured: words(amount), limit: `at least ${words(limit)}`, holds: amount >= limit };
}

/** The findings as a table of Markdown; what does not hold is marked. */
export function describeFindings(findings: readonly Finding[]): string {
  const rows = findings.map(({ what, measured, limit, holds }) => `| ${what} | ${measured} | ${limit} | ${holds ? 'yes' : '**no**'} |`);
  return ['| figure | measured | limit | holds |', '|---|---|---|---|', ...rows].join('\n');
}
