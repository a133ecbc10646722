import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';

/** Event log of a simulated provider: one JSON line per event, so that it survives a crash. */
export type Ledger<T extends object> = { entries(): readonly T[]; append(entry: T): void };

/** Opens a ledger; ignores a last line that a crash truncated. */
export function openLedger<T extends object>(file: string, schema: z.ZodType<T>): Ledger<T> {
  mkdirSync(path.dirname(file), { recursive: true });
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const entries = text.split('\n').flatMap((line) => {
    try {
      return schema.safeParse(JSON.parse(line)).data ?? [];
    } catch {
      return [];
    }
  });
  if (text && !text.endsWith('\n')) appendFileSync(file, '\n');
  return {
    entries: () => entries,
    append(entry) {
      appendFileSync(file, `${JSON.stringify(entry)}\n`);
      entries.push(entry);
    },
  };
}
