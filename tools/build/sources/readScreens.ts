import ts from 'typescript';

/** Path of a screen -> module specifier of its code, both exactly as written in the source. */
export type ScreenImports = Record<string, string>;

/**
 * Finds the lazy-loaded screens of a source. Two forms are recognized: a record `'/path': lazy(… import('./Screen.tsx') …)`, and
 * `const Screen = lazy(… import('./Screen.tsx') …)` with `<Route path="/path" element={… <Screen /> …} />`. A screen written any
 * other way still works but is not preloaded.
 */
export function readScreens(fileName: string, text: string): ScreenImports {
  const source = ts.createSourceFile(
    fileName,
    text,
    ts.ScriptTarget.Latest,
    true,
    /x$/.test(fileName) ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const components = new Map<string, string>();
  const screens: ScreenImports = {};
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer && ts.isCallExpression(node.initializer)) {
      const specifier = importIn(node.initializer);
      if (specifier) components.set(node.name.text, specifier);
    }
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.name) && node.name.text.startsWith('/')) {
      const specifier = importIn(node.initializer);
      if (specifier) screens[node.name.text] = specifier;
    }
    if (ts.isJsxSelfClosingElement(node) && node.tagName.getText() === 'Route') {
      const path = attribute(node, 'path');
      const element = attribute(node, 'element');
      const specifier =
        element &&
        tagsIn(element)
          .map((tag) => components.get(tag))
          .find((found) => found !== undefined);
      if (path && ts.isStringLiteralLike(path) && path.text.startsWith('/') && specifier) screens[path.text] = specifier;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return screens;
}

function importIn(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [argument] = node.arguments;
    return argument && ts.isStringLiteralLike(argument) ? argument.text : undefined;
  }
  return ts.forEachChild(node, importIn);
}

function attribute(element: ts.JsxSelfClosingElement, name: string): ts.Node | undefined {
  const found = element.attributes.properties.find((property) => ts.isJsxAttribute(property) && property.name.getText() === name);
  return found && ts.isJsxAttribute(found) ? found.initializer : undefined;
}

function tagsIn(node: ts.Node): string[] {
  const own = ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node) ? [node.tagName.getText()] : [];
  const below: string[] = [];
  ts.forEachChild(node, (child) => {
    below.push(...tagsIn(child));
  });
  return [...own, ...below];
}
