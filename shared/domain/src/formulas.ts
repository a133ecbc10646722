/** Characters with which spreadsheets begin a formula, also in the forms that a keyboard for other scripts types. */
export const formulaStarts = '=+-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\u2212';

/** Spaces, controls and signs without a shape: spreadsheets drop some of them before they look for a formula. */
export const invisibleRanges =
  '\\u0001-\\u0020\\u007F-\\u00A0\\u00AD\\u034F\\u061C\\u115F\\u1160\\u1680\\u17B4\\u17B5\\u180B-\\u180E\\u2000-\\u200F\\u2028-\\u202F\\u205F-\\u206F\\u3000\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF9-\\uFFFB';

/** Texts that a spreadsheet could take for a formula. `private.csv_cell` in SQL has the same pattern; a database test compares them. */
export const formulaPattern = new RegExp(`^(?:[${invisibleRanges}]*[${formulaStarts.replace('-', '\\-')}]|[\\t\\r\\n])`);
