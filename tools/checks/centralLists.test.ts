import { describe, expect, it } from 'vitest';
import { findCentralLists, namesPattern } from './centralLists.ts';

const pattern = namesPattern({
  folders: ['addons/school-bus', 'modules/library'],
  titles: ['School Bus'],
  objects: ['bus_stops', 'lend_book', 'loans'],
});
const found = (file: string, line: string) => findCentralLists([file], () => line, pattern);

describe('a place outside the folders that names a module or an add-on', () => {
  it.each([
    "private.is_entitled(r.school_id, 'addon:school-bus')",
    "when 'school-bus-reminder' then",
    'const schoolBusKeys = {};',
    'export async function resetSchoolBus() {}',
    "'bus_stops',",
    "where name = 'School Bus'",
    "import '../../modules/library/module.ts';",
    "'module:library'",
    'select public.lend_book(id)',
    'from public.loans l',
  ])('is found in %s', (line) => {
    expect(found('shared/domain/src/planted.ts', line)).toEqual([`shared/domain/src/planted.ts:1: ${line}`]);
    expect(found('supabase/schemas/messages/planted.sql', line)).toHaveLength(1);
    expect(found('tools/planted.json', line)).toHaveLength(1);
  });

  it.each(["import { z } from 'library';", 'const loans = 3;', "'school bus'", 'no-school-business', 'is_bus_stops_open'])(
    'is not seen in %s',
    (line) => expect(found('shared/domain/src/planted.ts', line)).toEqual([]),
  );

  it.each(['modules/library/module.ts', 'docs/modules.md', 'supabase/migrations/20270101000000_add_library.sql', 'e2e/journeys/1.spec.ts'])(
    'may be %s',
    (file) => expect(found(file, "'module:library'")).toEqual([]),
  );

  it('is not there', () => expect(findCentralLists()).toEqual([]));
});
