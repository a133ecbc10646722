import { describe, expect, it } from 'vitest';
import { searchPatterns } from '@masomo/data/listing';
import { foldText } from '@masomo/domain/foldText';
import { normalizePhone } from '@masomo/domain/phone';
import { useDatabase } from '../database.ts';

const database = useDatabase();
const owned = async <T>(sql: string, values: unknown[] = []) => (await database.owner.query<T & object>(sql, values)).rows;

describe('the rules of comparing', () => {
  it('are those of shared/domain', async () => {
    const texts = [
      'Renée',
      'Rene\u0301e',
      "Ng'ang'a",
      'Ngʼangʼa´`',
      'A\u00A0B\u200Bc',
      'ＦＯＲＭ　１',
      'Øystein Łódź Straße Ægir',
      'a – b — c',
      ' S11/001  ',
      'Đặng Þór',
      'Ĳ ﬁ ½',
      '',
    ];
    const folded = await owned<{ r: string }>(
      'select private.fold_text(t) as r from unnest($1::text[]) with ordinality as x (t, n) order by n',
      [texts],
    );
    expect(folded.map(({ r }) => r)).toEqual(texts.map(foldText));
    const phones = [
      '0712 000 406',
      '712000406',
      '254712000406',
      '+254 (0)712 000 406',
      '254712000410.0',
      '0110000405',
      '+255754000111',
      '00255754000111',
      '2.54712E+11',
      '#N/A',
      '0',
      'O712000411',
      '0712 / 0722',
      'Mother 0712 000 409',
      '07120004',
      '020 2345678',
    ];
    const numbers = await owned<{ r: string | null }>(
      'select private.phone_number(t) as r from unnest($1::text[]) with ordinality as x (t, n) order by n',
      [phones],
    );
    expect(numbers.map(({ r }) => r)).toEqual(phones.map(normalizePhone));
  });

  it('look for the same words in the lists of the screens and of the database', async () => {
    const searches = [
      'Renée Wairĩmũ',
      '0712 000 801',
      '+254 712 000801',
      '254712000801',
      '0712 00',
      '2014-0123',
      '203.0.113',
      '192.168.1.10',
      ' ',
      "Ng'ang'a",
    ];
    const patterns = await owned<{ r: string[] | null }>(
      'select private.search_patterns(t) as r from unnest($1::text[]) with ordinality as x (t, n) order by n',
      [searches],
    );
    expect(patterns.map(({ r }) => (r ?? []).toSorted())).toEqual(searches.map((search) => searchPatterns(search).toSorted()));
    expect(new Set(['0712 000 801', '+254712000801', '254712000801'].flatMap(searchPatterns))).toEqual(new Set(['%712000801%']));
    expect(searchPatterns('192.168.1.10')).toEqual(['%192.168.1.10%']);
  });
});
