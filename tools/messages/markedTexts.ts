import ts from 'typescript';

/** The texts that a source marks as `translatable`. */
export function markedTexts(source: string, file: string): string[] {
  if (!source.includes('/translatable')) return [];
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'translatable') {
      const [text] = node.arguments;
      if (!text || !ts.isStringLiteralLike(text)) throw new Error(`${file}: translatable(...) takes one literal text.`);
      texts.push(text.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS));
  return texts;
}

const refusal = /\bmessage = .*|\bprivate\.(?:require_text|billing_field|import_problem)\(.*/g;
const sentence = /'([A-Z%“"](?:[^']|'')*\.)'/g;

/** The sentences with which functions of the database refuse; `{0}` stands for the first value of `format`. */
export function refusalTexts(sql: string): string[] {
  return [...sql.matchAll(refusal)].flatMap(([line]) =>
    [...line.matchAll(sentence)].map(([, text = '']) => {
      let place = 0;
      return text.replaceAll("''", "'").replaceAll('%s', () => `{${place++}}`);
    }),
  );
}
