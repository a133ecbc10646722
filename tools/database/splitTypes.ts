import ts from 'typescript';

/** The parts of a schema's type, and the interface of `shared/data` to which a module adds its own. */
const parts = { Tables: 'ModuleTables', Views: 'ModuleViews', Functions: 'ModuleFunctions', Enums: 'ModuleEnums' } as const;
type Part = keyof typeof parts;

/** The types of the core's schema, and by folder what each module adds to them. */
export type SplitTypes = { core: string; modules: Map<string, string> };

function membersOf(node: ts.Node | undefined, name: string): ts.TypeNode | undefined {
  if (!node || !ts.isTypeLiteralNode(node)) return undefined;
  return node.members.filter(ts.isPropertySignature).find((member) => member.name.getText() === name)?.type;
}

/** Takes what modules make out of generated types, so that a module changes no file of the core; `ownerOf` gives a name's folder. */
export function splitTypes(generated: string, ownerOf: (name: string) => string | undefined): SplitTypes {
  const source = ts.createSourceFile('database.types.ts', generated, ts.ScriptTarget.Latest, true);
  const database = source.statements.filter(ts.isTypeAliasDeclaration).find(({ name }) => name.text === 'Database')?.type;
  const schema = membersOf(database, 'public');
  const owned = new Map<string, Map<Part, string[]>>();
  const cuts: { from: number; to: number; text: string }[] = [];
  for (const part of Object.keys(parts) as Part[]) {
    const literal = membersOf(schema, part);
    if (!literal) throw new Error(`The generated types have no ${part}.`);
    for (const member of ts.isTypeLiteralNode(literal) ? literal.members : []) {
      const folder = member.name && ownerOf(member.name.getText());
      if (folder === undefined) continue;
      const ofFolder = owned.get(folder) ?? new Map<Part, string[]>();
      owned.set(folder, ofFolder.set(part, [...(ofFolder.get(part) ?? []), member.getText()]));
      cuts.push({ from: member.getFullStart(), to: member.end, text: '' });
    }
    cuts.push({ from: literal.end, to: literal.end, text: ` & { [Name in keyof ${parts[part]}]: ${parts[part]}[Name] }` });
  }
  const core = cuts
    .sort((a, b) => b.from - a.from)
    .reduce((text, { from, to, text: put }) => text.slice(0, from) + put + text.slice(to), generated);
  const interfaces = Object.values(parts).map((name) => `export interface ${name} {}\n`);
  const modules = [...owned].map(([folder, ofFolder]): [string, string] => {
    const added = [...ofFolder].map(([part, members]) => `  interface ${parts[part]} {\n    ${members.join('\n    ')}\n  }\n`);
    return [folder, `export {}\n\ndeclare module '@masomo/data/database.types' {\n${added.join('')}}\n`];
  });
  return {
    core: `${core}\n// What modules and add-ons make; each adds its own in schema/database.types.ts.\n${interfaces.join('')}`,
    modules: new Map(modules),
  };
}
