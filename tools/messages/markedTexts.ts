import ts from 'typescript';

/** The literal texts that a source passes to functions of these names. */
function textsOfCalls(
  source: string,
  file: string,
  names: readonly string[],
  textOf: (call: ts.Expression[]) => string | undefined,
): string[] {
  if (!names.some((name) => source.includes(`${name}(`))) return [];
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      (ts.isCallExpression(node) || ts.isNewExpression(node)) &&
      ts.isIdentifier(node.expression) &&
      names.includes(node.expression.text)
    ) {
      const text = textOf([...(node.arguments ?? [])]);
      if (text !== undefined) texts.push(text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS));
  return texts;
}

const literalOf = (node: ts.Expression | undefined) => (node && ts.isStringLiteralLike(node) ? node.text : undefined);

/** The texts that a source marks as `translatable`. */
export function markedTexts(source: string, file: string): string[] {
  if (!source.includes('/translatable')) return [];
  return textsOfCalls(source, file, ['translatable'], ([text]) => {
    const literal = literalOf(text);
    if (literal === undefined) throw new Error(`${file}: translatable(...) takes one literal text.`);
    return literal;
  });
}

/** The texts that a source says by a function of type `Say`. */
export function saidTexts(source: string, file: string): string[] {
  return textsOfCalls(source, file, ['say'], ([text]) => {
    const literal = literalOf(text);
    if (literal !== undefined && /\{(?!\w+\})/.test(literal))
      throw new Error(`${file}: say(...) fills in values and knows no plurals: ${literal}`);
    return literal;
  });
}

const isCode = (text: string) => /^[a-z_]+(?:\.[a-z_]+)+$/.test(text);

/** The sentences that a source marks as such, and of a server those with which it refuses. */
export function sentencesOf(source: string, file: string, isServer = true): string[] {
  const names = isServer ? ['sentence', 'refuse', 'refusal', 'RefusedError'] : ['sentence'];
  return textsOfCalls(source, file, names, (call) => call.map(literalOf).find((text) => text !== undefined && !isCode(text)));
}

/** The code and the sentence of every refusal that SQL or TypeScript words itself. */
export function codedSentences(source: string): { code: string; sentence: string }[] {
  const calls = joinLiterals(source).matchAll(
    /\b(?:refuse|refusal|RefusedError)\((?:c, )?\s*'([a-z_]+(?:\.[a-z_]+)+)',\s*(?:sentence\(\s*)?'((?:[^'\\]|''|\\.)*)'/g,
  );
  return [...calls].map(([, code = '', text = '']) => ({ code, sentence: unquoted(text) }));
}

const unquoted = (text: string) => text.replaceAll("''", "'").replaceAll(String.raw`\'`, "'");
const literal = String.raw`'((?:[^']|'')*)'`;

const refusal = new RegExp(String.raw`\bprivate\.refuse\(\s*'[a-z_.]+',\s*${literal}`, 'g');
/** Helpers that refuse with the sentence given to them. */
const helper = /\bprivate\.(?:require_text|billing_field)\([^;]*;/g;
const features = /\binsert into public\.features [\s\S]*?;/g;
const sentence = /'([A-Z](?:[^']|'')*\.)'/g;

/** SQL joins literals that a line break parts: a long sentence is written so. */
const joinLiterals = (sql: string) => sql.replace(/'[ \t]*\n\s*'/g, '');

/** The sentences with which functions of the database refuse. */
export function refusalTexts(source: string): string[] {
  const sql = joinLiterals(source);
  const given = [...sql.matchAll(helper), ...sql.matchAll(features)].flatMap(([place]) => [...place.matchAll(sentence)]);
  return [...new Set([...sql.matchAll(refusal), ...given].map(([, text = '']) => unquoted(text)))];
}

const said = new RegExp(String.raw`\bprivate\.say\(\s*${literal}`, 'g');

/** What functions of the database say otherwise: notifications, activities, the timeline of an order and lists of problems. */
export function saidInSql(sql: string): string[] {
  return [...new Set([...joinLiterals(sql).matchAll(said)].map(([, text = '']) => unquoted(text)))];
}

/** What the activity log calls the tables of modules and add-ons, and the list of failed mails their mails. */
export function labelTexts(sql: string): string[] {
  return [...sql.matchAll(/^select private\.(?:school_table|mail_kind)\([\s\S]*?\);$/gm)].flatMap(([call]) =>
    [...call.matchAll(new RegExp(String.raw`\blabel => ${literal}`, 'g'))].map(([, text = '']) => unquoted(text)),
  );
}

/** What the screens of roles show from tables: the sentences of what a school's role may allow, and the names of the suggested roles. */
export function roleTexts(sql: string): string[] {
  const sentences = [...sql.matchAll(/"name": "[a-z-]+:[a-z-]+",(?! "is_platform": true)[^}]*?"sentence": "([^"]+)"/g)].map(
    ([, text = '']) => unquoted(text),
  );
  const names = [...sql.matchAll(/^insert into private\.role_suggestions [\s\S]*?;$/gm)].flatMap(([rows]) =>
    [...rows.matchAll(/^ {2}\('[\w-]+', \d+, '((?:[^']|'')+)'/gm)].map(([, text = '']) => unquoted(text)),
  );
  return [...sentences, ...names];
}
