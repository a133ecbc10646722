import { formatNumber } from '@masomo/domain/number';

/** One measured figure and its limit. */
export type Finding = {
  what: string;
  /** Formatted with its unit, such as `38.2 ms` or `1.12x`. */
  measured: string;
  limit: string;
  isWithinLimit: boolean;
};

/** The exports of a file in `tools/bench`. */
export type Benchmark = {
  /** One line, shown in the list of benchmarks. */
  description: string;
  run(log: (line: string) => void): Promise<Finding[]>;
};

/** A duration that must not exceed its limit, both in milliseconds. */
export function atMost(what: string, milliseconds: number, limit: number): Finding {
  return { what, measured: `${milliseconds.toFixed(1)} ms`, limit: `${limit} ms`, isWithinLimit: milliseconds <= limit };
}

/** A ratio that must not exceed its limit; `detail` names the two values compared. */
export function ratioAtMost(what: string, ratio: number, limit: number, detail = ''): Finding {
  return { what, measured: `${ratio.toFixed(2)}x${detail && ` (${detail})`}`, limit: `${limit}x`, isWithinLimit: ratio <= limit };
}

/** A ratio with a lower limit; `detail` names the two values compared. */
export function ratioAtLeast(what: string, ratio: number, limit: number, detail = ''): Finding {
  return { what, measured: `${ratio.toFixed(2)}x${detail && ` (${detail})`}`, limit: `at least ${limit}x`, isWithinLimit: ratio >= limit };
}

/** A rate or amount with a lower limit. */
export function atLeast(what: string, amount: number, limit: number, unit: string): Finding {
  const format = (value: number) => `${formatNumber(Math.round(value))} ${unit}`;
  return { what, measured: format(amount), limit: `at least ${format(limit)}`, isWithinLimit: amount >= limit };
}

/** Formats findings as a Markdown table that highlights exceeded limits. */
export function describeFindings(findings: readonly Finding[]): string {
  const rows = findings.map(
    ({ what, measured, limit, isWithinLimit }) => `| ${what} | ${measured} | ${limit} | ${isWithinLimit ? 'yes' : '**no**'} |`,
  );
  return ['| figure | measured | limit | within limit |', '|---|---|---|---|', ...rows].join('\n');
}
