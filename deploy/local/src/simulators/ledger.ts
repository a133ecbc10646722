import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';

/** What a simulated provider remembers: one JSON line per happening, in a file of its own, past a crash of anything. */
export type Ledger<T extends object> = { entries(): readonly T[]; append(entry: T): void };

/** Opens a ledger; a last line cut short by a crash is left out. */
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
