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

/** The texts that a source says by a function of type `Say`. */
export function saidTexts(source: string, file: string): string[] {
  if (!/\bsay\(/.test(source)) return [];
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'say') {
      const [text] = node.arguments;
      if (text && ts.isStringLiteralLike(text)) {
        if (/\{(?!\w+\})/.test(text.text)) throw new Error(`${file}: say(...) fills in values and knows no plurals: ${text.text}`);
        texts.push(text.text);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return texts;
}

/** A literal of SQL as a message; `{0}` stands for the first value of `format`. */
function withPlaces(text: string): string {
  let place = 0;
  return text.replaceAll("''", "'").replaceAll('%s', () => `{${place++}}`);
}

const refusal = /\bmessage = .*|\bprivate\.(?:require_text|billing_field|import_problem|raise_redirect_problem)\(.*/g;
const block =
  /\bcreate function private\.(?:\w*problems?|check_import_rows|ruined_\w+)\([\s\S]*?\n\$\$;|\binsert into public\.features [\s\S]*?;/g;
const sentence = /'([A-Z%“"](?:[^']|'')*\.)'/g;

/**
 * The sentences with which functions of the database refuse, in `message`, in helpers that raise and in functions that list problems;
 * `{0}` stands for the first value of `format`.
 */
export function refusalTexts(sql: string): string[] {
  const places = [...sql.matchAll(refusal), ...sql.matchAll(block)].flatMap(([place]) => [...place.matchAll(sentence)]);
  return [...new Set(places.map(([, text = '']) => withPlaces(text)))];
}

const notice =
  /\b(?:private\.notify\(|insert into public\.(?:order_events|notifications) )[\s\S]*?;|\bcreate function (?:private\.recent_activities|public\.list_payment_issues)\([\s\S]*?\n\$\$;/g;
/** Neither the formats of `to_char` nor codes such as `KES`. */
const noticeText = /'((?!FM|[A-Z-]+')[A-Z%](?:[^']|'')*)'/g;

/** The titles and texts that functions and data of the database write for people: of notifications, activities, the timeline of an order and payments to review. */
export function noticeTexts(sql: string): string[] {
  return [...sql.matchAll(notice)].flatMap(([call]) => [...call.matchAll(noticeText)].map(([, text = '']) => withPlaces(text)));
}

/** What the activity log calls the tables of modules and add-ons. */
export function labelTexts(sql: string): string[] {
  return [...sql.matchAll(/^select private\.school_table\([\s\S]*?\);$/gm)].flatMap(([call]) =>
    [...call.matchAll(/\blabel => '((?:[^']|'')+)'/g)].map(([, text = '']) => withPlaces(text)),
  );
}

/** What the screens of roles show from tables: the sentences of what a school's role may allow, and the names of the suggested roles. */
export function roleTexts(sql: string): string[] {
  const sentences = [...sql.matchAll(/"name": "[a-z-]+:[a-z-]+",(?! "is_platform": true)[^}]*?"sentence": "([^"]+)"/g)].map(
    ([, text = '']) => withPlaces(text),
  );
  const names = [...sql.matchAll(/^insert into private\.role_suggestions [\s\S]*?;$/gm)].flatMap(([rows]) =>
    [...rows.matchAll(/^ {2}\('[\w-]+', \d+, '((?:[^']|'')+)'/gm)].map(([, text = '']) => withPlaces(text)),
  );
  return [...sentences, ...names];
}

const literal = String.raw`(?:'((?:[^'\\]|\\.)*)'|${'`'}((?:[^${'`'}\\]|\\.)*)${'`'})`;
const answer = new RegExp(String.raw`\b(?:(?:error|failure): (?:issue\?\.message \?\? )?|(?:new Error|refuse)\((?:c, )?)${literal}`, 'g');

/** The sentences with which an edge function or the release API refuses; `{0}` stands for the first value of a template. */
export function answerTexts(source: string): string[] {
  const texts = [...source.matchAll(answer)].map(([, text, template = '']) => {
    let place = 0;
    return text?.replaceAll(String.raw`\'`, "'") ?? template.replace(/\$\{[^}]*\}/g, () => `{${place++}}`);
  });
  return [...new Set(texts)];
}
