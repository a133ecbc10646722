/** Spans in which a semicolon ends no statement: comments, quoted names, strings and dollar-quoted bodies. */
const opaqueSpans =
  /--[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"]|"")*"|\b[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|\$(?<tag>[A-Za-z_]\w*|)\$[\s\S]*?\$\k<tag>\$/g;

/** Splits a migration into its statements, which the migration history records as the Supabase CLI does. */
export function splitStatements(sql: string): string[] {
  const spans = [...sql.matchAll(opaqueSpans)].map((match) => [match.index, match.index + match[0].length] as const);
  const statements: string[] = [];
  let start = 0;
  let span = 0;
  for (let at = sql.indexOf(';'); at !== -1; at = sql.indexOf(';', at + 1)) {
    while (span < spans.length && spans[span]![1] <= at) span += 1;
    const within = spans[span];
    if (within && within[0] < at) continue;
    statements.push(sql.slice(start, at).trim());
    start = at + 1;
  }
  statements.push(sql.slice(start).trim());
  return statements.filter((statement) => statement.replace(opaqueSpans, (found) => (/^(--|\/\*)/.test(found) ? '' : found)).trim() !== '');
}
