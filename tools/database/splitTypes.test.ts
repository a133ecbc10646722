import { expect, it } from 'vitest';
import { splitTypes } from './splitTypes.ts';

const generated = `export type Json = string
export type Database = {
  public: {
    Tables: {
      library_loans: {
        Row: { id: string; extra: Json }
      }
      users: {
        Row: { id: string }
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      lend_book: { Args: { title: string }; Returns: string }
    }
    Enums: {
      user_role: "admin"
    }
  }
}
`;

it('takes what a module makes out of the types of the core', () => {
  const { core, modules } = splitTypes(generated, (name) =>
    ['library_loans', 'lend_book'].includes(name) ? 'modules/library' : undefined,
  );
  expect(core).not.toContain('library_loans');
  expect(core).not.toContain('lend_book');
  expect(core).toContain('users: {');
  expect(core).toContain('} & { [Name in keyof ModuleTables]: ModuleTables[Name] }');
  expect([...modules.keys()]).toEqual(['modules/library']);
  expect(modules.get('modules/library')).toBe(`export {}

declare module '@masomo/data/database.types' {
  interface ModuleTables {
    library_loans: {
        Row: { id: string; extra: Json }
      }
  }
  interface ModuleFunctions {
    lend_book: { Args: { title: string }; Returns: string }
  }
}
`);
});

it('says the same of a core without modules', () => {
  const without = splitTypes(
    generated.replace(/ {6}library_loans[\s\S]*?\n {6}\}\n/, '').replace(/ {6}lend_book.*\n/, ''),
    () => undefined,
  );
  const { core } = splitTypes(generated, (name) => (['library_loans', 'lend_book'].includes(name) ? 'modules/library' : undefined));
  expect(core).toBe(without.core);
  expect(without.modules.size).toBe(0);
});
