import { counties } from '@masomo/domain/counties';
import { timeZones } from '@masomo/domain/time';
import { sql } from '../product.ts';

/** Names that are the same in every language. */
const names =
  'Masomo M-Pesa English Kiswahili Chrome Firefox Safari Edge Linux Windows Android macOS iOS PDF CSV JSON SVG PNG JPEG WebP MP4 Google Safaricom Airtel VAT KES KSh Ksh USD US$ UGX ' +
  'TZS KB MB GB px EAT Nairobi ID SKU URL KRA PIN CBC KNEC ms s';

/** Months and days of the week, in full and short, as dates in Swahili have them. */
const calendar =
  'Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba Desemba Jan Feb Mac Apr Jun Jul Ago Sep Okt Nov Des ' +
  'Jumatatu Jumanne Jumatano Alhamisi Ijumaa Jumamosi Jumapili saa';

/** Codes such as `in_progress`, which a screen has to name in words. */
const isCode = (value: string) => /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/.test(value);

/** A value without the words at its ends that have no vowel, as it is found in a message: `Code Attendance` of `QR Code Attendance`. */
const spoken = (text: string) => text.replaceAll(/^(?:[^aeiou\s]+(?: |$))+|(?:(?: |^)[^aeiou\s]+)+$/gi, '');

const wordsOf = (text: string) =>
  text.split(/[\s·•|/()[\]{}<>,;:"“”‘’'!?…–—→←=+*%]+|\.(?=[\s”’)]|$)|(?<=\s)-(?=\s)/u).filter((word) => /\p{L}/u.test(word));

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item);
  else if (value !== null && typeof value === 'object') for (const item of Object.values(value)) yield* textsIn(item);
}

export type KnownData = {
  isData(text: string): boolean;
  /** Reads again what was written in the meantime. */
  refresh(): Promise<void>;
};

/** All texts in the tables of the database whose names `include` accepts. */
export async function readData(include: (table: string) => boolean): Promise<KnownData> {
  const columns = await sql<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'character varying', 'jsonb', 'ARRAY', 'citext')`,
  );
  const known = new Set([...`${names} ${calendar}`.split(' '), ...timeZones(), ...counties].map((name) => wordsOf(name).join(' ')));
  const refresh = async () => {
    for (const { table, column } of columns.filter((candidate) => include(candidate.table))) {
      for (const { value } of await sql<{ value: unknown }>(
        `select distinct to_jsonb(${JSON.stringify(column)}) as value from public.${JSON.stringify(table)} limit 50000`,
      ))
        for (const text of textsIn(value))
          for (const line of text.split('\n'))
            if (!isCode(line)) for (const words of [wordsOf(line).join(' '), wordsOf(spoken(line)).join(' ')]) known.add(words);
    }
  };
  await refresh();
  const longest = 80;
  return {
    refresh,
    isData(text) {
      const words = wordsOf(text.replaceAll(/\b[\w.+-]+@[\w.-]+\b|\bhttps?:\/\/\S+|(?<![\w.])\/[\w/-]+/g, ' '));
      for (let at = 0; at < words.length;) {
        let end = Math.min(words.length, at + longest);
        while (end > at && !known.has(words.slice(at, end).join(' '))) end -= 1;
        // Codes, grades, and the initials of a person.
        if (end === at && !/\d|^[A-Z]{1,2}[-+]?$/.test(words[at] ?? '')) return false;
        at = Math.max(end, at + 1);
      }
      return true;
    },
  };
}
