import ts from 'typescript';
import { macroModules, messageRuntime } from '../messages/macros.ts';

/** One import of a source file. `names` contains `*` when it imports a whole namespace and does more with it than take its members. */
export type SourceImport = { specifier: string; names: string[] };

/** The run-time imports of a source: static, dynamic, re-exports and `new URL(…, import.meta.url)`. */
export function parseSource(fileName: string, text: string): SourceImport[] {
  const kind = /\.(tsx|jsx)$/.test(fileName) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, false, kind);
  const found: SourceImport[] = [];
  const visit = (node: ts.Node): void => {
    const entry = importOf(node, source);
    if (entry) found.push(entry);
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (kind === ts.ScriptKind.TSX) found.push({ specifier: 'react/jsx-runtime', names: ['jsx', 'jsxs', 'Fragment'] });
  return found;
}

function importOf(node: ts.Node, source: ts.SourceFile): SourceImport | undefined {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
    const names = namesOfImport(node.importClause, source);
    // Macros are compiled into uses of the run time, which the sources do not name.
    if (names && macroModules.includes(node.moduleSpecifier.text))
      return { specifier: messageRuntime.module, names: [...messageRuntime.names] };
    return names && { specifier: node.moduleSpecifier.text, names };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
    if (node.isTypeOnly) return undefined;
    const { exportClause } = node;
    if (!exportClause || ts.isNamespaceExport(exportClause)) return { specifier: node.moduleSpecifier.text, names: ['*'] };
    const names = exportClause.elements
      .filter((element) => !element.isTypeOnly)
      .map((element) => (element.propertyName ?? element.name).text);
    return names.length > 0 ? { specifier: node.moduleSpecifier.text, names } : undefined;
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    return argument && ts.isStringLiteralLike(argument) ? { specifier: argument.text, names: ['*'] } : undefined;
  }
  if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'URL') {
    const [url, base] = node.arguments ?? [];
    const isOwnFile =
      url && base && ts.isStringLiteralLike(url) && ts.isPropertyAccessExpression(base) && ts.isMetaProperty(base.expression);
    return isOwnFile ? { specifier: url.text, names: [] } : undefined;
  }
  return undefined;
}

/** The names imported at run time; undefined for a type-only import. */
function namesOfImport(clause: ts.ImportClause | undefined, source: ts.SourceFile): string[] | undefined {
  if (!clause) return [];
  if (clause.isTypeOnly) return undefined;
  const names = clause.name ? ['default'] : [];
  const bindings = clause.namedBindings;
  if (bindings && ts.isNamespaceImport(bindings)) names.push(...membersTaken(bindings.name.text, source));
  if (bindings && ts.isNamedImports(bindings)) {
    names.push(...bindings.elements.filter((element) => !element.isTypeOnly).map((element) => (element.propertyName ?? element.name).text));
    if (names.length === 0 && bindings.elements.length > 0) return undefined;
  }
  return names;
}

/** The members that a source takes of a namespace at run time, as in `all.a`; `*` where it hands the namespace itself on. */
function membersTaken(namespace: string, source: ts.SourceFile): string[] {
  const taken = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isNamespaceImport(node)) return;
    if (ts.isPropertyAccessExpression(node)) {
      if (ts.isIdentifier(node.expression) && node.expression.text === namespace) taken.add(node.name.text);
      else visit(node.expression);
      return;
    }
    if (ts.isIdentifier(node) && node.text === namespace) taken.add('*');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return taken.has('*') || taken.size === 0 ? ['*'] : [...taken];
}
